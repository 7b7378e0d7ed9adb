import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { passwordRules } from '#shared/api/auth.ts';
import { passwordMaxLength } from '#shared/limits.ts';
import { createAdmin } from './auth/service.ts';
import { type Config, ConfigError, loadConfig, readEnvironment } from './config.ts';
import { DatabaseUnavailable, openDatabase } from './db/client.ts';
import { migrate } from './db/migrate.ts';
import { AppError } from './errors.ts';

const usage = `Usage: npm run admin -- create --email you@example.com [--password …]

Makes an admin. Without --password one is made up and shown once.
ADMIN_EMAIL and ADMIN_PASSWORD are used where the options are left out.`;

class UsageError extends Error {
  readonly problems: string[];
  constructor(...problems: string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

try {
  await main();
} catch (error) {
  for (const line of explain(error)) process.stderr.write(`${line}\n`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { command, options } = readArguments();
  if (command !== 'create') throw new UsageError(usage);
  const config = loadConfig(readEnvironment());
  const { email, password, isMadeUp } = chooseAccount(config, options);
  const open = await openDatabase(config);
  try {
    await migrate(open);
    await createAdmin(open.db, { email, password });
  } finally {
    await open.close();
  }
  process.stdout.write(`Admin ${email} is ready.\n`);
  if (isMadeUp) process.stdout.write(`Password: ${password}\nIt is shown only now: keep it.\n`);
}

type Options = { email?: string | undefined; password?: string | undefined };

function readArguments(): { command: string | undefined; options: Options } {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { email: { type: 'string' }, password: { type: 'string' } },
    });
    return { command: positionals.length === 1 ? positionals[0] : undefined, options: values };
  } catch (error) {
    throw new UsageError((error as Error).message, '', usage);
  }
}

/** @throws {UsageError} with a line for every problem. */
function chooseAccount({ admin }: Config, options: Options) {
  // The sandbox admin's password is public.
  const named = admin?.isSandboxDefault ? null : admin;
  const email = options.email ?? named?.email;
  const isNamed = email !== undefined && email === named?.email;
  const given = options.password ?? (isNamed ? named?.password : undefined);
  const password = given ?? makePassword();
  if (email === undefined) throw new UsageError('--email is needed.', '', usage);
  const problems = passwordProblems(password);
  if (!z.email().safeParse(email).success) problems.unshift(`${email} is no e-mail address`);
  if (problems.length > 0) throw new UsageError(...problems);
  return { email: email.toLowerCase(), password, isMadeUp: given === undefined };
}

function passwordProblems(password: string): string[] {
  const broken = passwordRules.filter((rule) => !rule.isMet(password));
  const problems = broken.map((rule) => rule.message);
  if (password.length > passwordMaxLength) {
    problems.push(`Password must not exceed ${passwordMaxLength} characters`);
  }
  return problems;
}

/** 120 random bits; the ending always meets the password rules. */
function makePassword(): string {
  return `${randomBytes(15).toString('base64url')}-Aa1`;
}

function explain(error: unknown): string[] {
  if (error instanceof UsageError || error instanceof ConfigError) return error.problems;
  if (error instanceof DatabaseUnavailable || error instanceof AppError) return [error.message];
  throw error;
}
