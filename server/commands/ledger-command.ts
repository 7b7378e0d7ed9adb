import { verifyLedger } from '#server/billing/ledger.ts';
import { ConfigError, loadConfig } from '#server/config.ts';
import { DatabaseUnavailable, openWithoutLimits } from '#server/db/client.ts';
import { describeRefusal } from '#server/db/describe-refusal.ts';
import { isRightMissing } from '#server/db/error-code.ts';
import { requireMigrated } from '#server/db/migrate.ts';
import { closeDataDir } from '#server/outside/settings/data-dir.ts';
import { loadEnvironment } from '#server/outside/settings/load-environment.ts';

const usage = `Usage: npm run ledger -- verify

Checks that every account's messages are the sum of its entries, and that every entry has a cause: a message, a
payment, a trial or an admin. Lists each row that doesn't add up; fails if there is one.`;

try {
  await main();
} catch (error) {
  for (const line of explain(error)) process.stderr.write(`${line}\n`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  if (process.argv.slice(2).join(' ') !== 'verify') {
    process.stderr.write(`${usage}\n`);
    process.exitCode = 1;
    return;
  }
  const config = loadConfig(loadEnvironment());
  closeDataDir(config.dataDir);
  const open = await openWithoutLimits(config, { mayCreate: false });
  try {
    await requireMigrated(open);
    const { findings, entries, people } = await verifyLedger(open.db);
    for (const { row, problem } of findings) process.stdout.write(`${row}: ${problem}\n`);
    const isGood = findings.length === 0;
    const checked = `${entries} entries of ${people} people`;
    process.stdout.write(
      isGood ? `${checked} add up.\n` : `${findings.length} problems in ${checked}.\n`,
    );
    if (!isGood) process.exitCode = 1;
  } finally {
    await open.close();
  }
}

function explain(error: unknown): string[] {
  if (error instanceof ConfigError) return error.problems;
  if (error instanceof DatabaseUnavailable) return [error.message];
  const refusal = isRightMissing(error) ? describeRefusal(error) : null;
  if (refusal) return [refusal];
  throw error;
}
