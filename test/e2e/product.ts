import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '#test/runtime.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const script = join(project, 'server/main.ts');

type Command = { file: string; parameters: string[]; folder?: string };
const ofNode: Command = { file: process.execPath, parameters: [script] };

export type Settings = Record<string, string>;

export type Product = {
  url: string;
  /** To start it once more on the same port and data. */
  settings: Settings & { PORT: string; DATA_DIR: string };
  /** Asks it to end, as a supervisor does; resolves to its exit code. */
  stop(): Promise<number | null>;
  /** What a terminal does: everything that was started hears of it. Resolves to the exit code. */
  pressCtrlC(): Promise<number | null>;
  /** Ends it in the middle of whatever it does. */
  kill(): Promise<void>;
  /** Warnings and errors that it has logged. */
  complaints(): string[];
};

/** Starts the product, and waits until it is ready. */
export async function startProduct(settings: Settings = {}, command = ofNode): Promise<Product> {
  const PORT = settings.PORT ?? String(await freePort());
  const DATA_DIR = settings.DATA_DIR ?? makeFolder();
  const url = `http://localhost:${PORT}`;
  const { child, output } = run({ ...settings, PORT, DATA_DIR }, command);
  await untilReady(child, url, output);
  const end = async (signal: NodeJS.Signals) => {
    if (!isRunning(child)) throw new Error(`The product is gone: ${describeEnd(child, output)}`);
    await endGroup(child, signal);
    return child.exitCode;
  };
  return {
    url,
    settings: { ...settings, PORT, DATA_DIR },
    stop: () => end('SIGTERM'),
    pressCtrlC: () => end('SIGINT'),
    kill: async () => {
      await end('SIGKILL');
    },
    complaints: () =>
      [...output.stdout.split('\n').filter(isLogLine), output.stderr].filter(Boolean),
  };
}

/** Starts it by the README's command, in a folder that is the project but for the data and the .env file. */
export async function startByNpm(): Promise<Product> {
  const folder = makeFolder();
  for (const part of ['package.json', 'node_modules', 'server']) {
    symlinkSync(join(project, part), join(folder, part));
  }
  return startProduct({}, { file: 'npm', parameters: ['start', '--silent'], folder });
}

/** Starts the product where it can't run; resolves to what it said on its way out. */
export async function failToStart(
  settings: Settings,
): Promise<{ exitCode: number | null; lines: string[] }> {
  const { child, output } = run(settings);
  const tooLong = setTimeout(() => child.kill('SIGKILL'), 30_000);
  await once(child, 'close');
  clearTimeout(tooLong);
  const lines = `${output.stdout}${output.stderr}`.split('\n').filter(Boolean);
  return { exitCode: child.exitCode, lines };
}

const folders: string[] = [];
const children: ChildProcess[] = [];

/** A new folder, until `cleanUp`. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sagewire-e2e-'));
  folders.push(folder);
  return folder;
}

/** Ends what a failed story has left running, and removes every folder. */
export async function cleanUp(): Promise<void> {
  for (const child of children.splice(0).filter(isRunning)) {
    await endGroup(child, 'SIGKILL');
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** The process and what it has started, as npm does. */
async function endGroup(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const end = once(child, 'close');
  process.kill(-(child.pid as number), signal);
  await end;
}

function run(settings: Settings, { file, parameters, folder }: Command = ofNode) {
  const child = spawn(file, parameters, {
    // Nothing of whoever runs the tests gets in: neither their settings nor their .env file.
    cwd: folder ?? makeFolder(),
    detached: true,
    env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', ...settings },
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

async function untilReady(child: ChildProcess, url: string, output: Output): Promise<void> {
  while (isRunning(child)) {
    const isReady = await fetch(`${url}/health/ready`).then(
      (response) => response.ok,
      () => false,
    );
    // It says so when everything has started; the health check alone says that it answers.
    if (isReady && output.stdout.includes('Sagewire is ready.')) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`The product did not start: ${describeEnd(child, output)}`);
}

function describeEnd({ exitCode, signalCode }: ChildProcess, { stdout, stderr }: Output): string {
  return `${signalCode ?? `exit code ${exitCode}`}\n${stdout}${stderr}`;
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

function isLogLine(line: string): boolean {
  return line.startsWith('{');
}
