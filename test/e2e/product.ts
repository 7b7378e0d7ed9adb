import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '#test/free-port.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const script = join(project, 'server/main.ts');

type Command = { file: string; parameters: string[]; folder?: string };
// A process lives too briefly to repay the embedded database's optimized code.
const nodeCommand: Command = { file: process.execPath, parameters: ['--liftoff-only', script] };

export type Settings = Record<string, string>;

export type Product = {
  url: string;
  /** For a restart with the same port and data. */
  settings: Settings & { PORT: string; DATA_DIR: string };
  /** Resolves to the exit code, even if already stopped. */
  stop(): Promise<number | null>;
  /** To the process group, as from a terminal. */
  pressCtrlC(): Promise<number | null>;
  kill(): Promise<void>;
  /** Warnings and errors. */
  problems(): string[];
  /** All that it printed. */
  log(): string;
};

export async function startProduct(
  settings: Settings = {},
  command = nodeCommand,
): Promise<Product> {
  const PORT = settings.PORT ?? String(await freePort());
  const DATA_DIR = settings.DATA_DIR ?? makeFolder();
  const url = `http://localhost:${PORT}`;
  const { child, output } = run({ ...settings, PORT, DATA_DIR }, command);
  await waitUntilReady(child, url, output);
  const end = async (signal: NodeJS.Signals) => {
    if (!isRunning(child)) throw new Error(`The product is gone: ${describeEnd(child, output)}`);
    await endGroup(child, signal);
    return child.exitCode;
  };
  let stopped: Promise<number | null> | undefined;
  return {
    url,
    settings: { ...settings, PORT, DATA_DIR },
    stop() {
      stopped ??= end('SIGTERM');
      return stopped;
    },
    pressCtrlC: () => end('SIGINT'),
    kill: async () => {
      await end('SIGKILL');
    },
    log: () => output.stdout,
    problems: () => [...output.stdout.split('\n').filter(isWarning), output.stderr].filter(Boolean),
  };
}

/** Without the project's data and .env file. */
export async function startByNpm(settings: Settings): Promise<Product> {
  const folder = makeFolder();
  for (const part of ['package.json', 'node_modules', 'server']) {
    symlinkSync(join(project, part), join(folder, part));
  }
  return startProduct(settings, { file: 'npm', parameters: ['start', '--silent'], folder });
}

export async function failToStart(
  settings: Settings,
): Promise<{ exitCode: number | null; lines: string[] }> {
  const { child, output } = run(settings);
  const tooLong = setTimeout(() => child.kill('SIGKILL'), 80_000);
  await once(child, 'close');
  clearTimeout(tooLong);
  const lines = `${output.stdout}${output.stderr}`.split('\n').filter(Boolean);
  return { exitCode: child.exitCode, lines };
}

const folders: string[] = [];
const children: ChildProcess[] = [];

/** `cleanUp` removes it. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sagewire-e2e-'));
  folders.push(folder);
  return folder;
}

/** The product must be stopped. */
export function copyData(dataDir: string): string {
  const copy = makeFolder();
  // Copies take the umask's mode; the product warns of folders that others can read.
  const umask = process.umask(0o077);
  cpSync(dataDir, copy, { recursive: true });
  process.umask(umask);
  return copy;
}

export async function cleanUp(): Promise<void> {
  for (const child of children.splice(0).filter(isRunning)) {
    await endGroup(child, 'SIGKILL');
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Includes npm's child process. */
async function endGroup(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const end = once(child, 'close');
  process.kill(-(child.pid as number), signal);
  await end;
}

function run(settings: Settings, { file, parameters, folder }: Command = nodeCommand) {
  const child = spawn(file, parameters, {
    // Keeps the machine's .env file out.
    cwd: folder ?? makeFolder(),
    detached: true,
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: 'info',
      // A busy machine must not look like a slow vendor.
      MODERATION_TIMEOUT_MS: '10000',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  return { child, output };
}

type Output = ReturnType<typeof run>['output'];

async function waitUntilReady(child: ChildProcess, url: string, output: Output): Promise<void> {
  while (isRunning(child)) {
    // The health check answers before everything has started.
    if (output.stdout.includes('"msg":"started"') && (await isHealthy(url))) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`The product did not start: ${describeEnd(child, output)}`);
}

function isHealthy(url: string): Promise<boolean> {
  return fetch(`${url}/health/ready`).then(
    (response) => response.ok,
    () => false,
  );
}

function describeEnd({ exitCode, signalCode }: ChildProcess, { stdout, stderr }: Output): string {
  return `${signalCode ?? `exit code ${exitCode}`}\n${stdout}${stderr}`;
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

const warnLevel = 40;

function isWarning(line: string): boolean {
  const level = /^\{"level":(\d+),/.exec(line)?.[1];
  return level !== undefined && Number(level) >= warnLevel;
}
