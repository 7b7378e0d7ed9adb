import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { freePort } from '#test/free-port.ts';

export type Running = {
  url: string;
  /** From spawning to the first answer. */
  readyMs: number;
  residentMb(): number;
  cpuSeconds(): number;
  /** For any reason. */
  ended: Promise<unknown>;
  stop(): Promise<void>;
  kill(): Promise<void>;
  pause(): void;
  resume(): void;
};

const start: string = JSON.parse(readFileSync('package.json', 'utf8')).scripts.start;
/** As `npm start` runs the product, here or in another folder; a floor has none. */
const flagsOf = (script: string) =>
  script.endsWith('server/main.ts') ? (start.match(/--\S+/g) ?? []) : [];

export async function startProcess(
  script: string,
  settings: Record<string, string | undefined>,
  readyPath: string,
  /** An open file. */
  logFile?: number,
): Promise<Running> {
  const port = settings.PORT ?? String(await freePort());
  const started = performance.now();
  const child = spawn(process.execPath, [...flagsOf(script), script], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', ...settings, PORT: port },
    stdio: ['ignore', logFile ?? 'ignore', logFile ?? 'inherit'],
  });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(child, `${url}${readyPath}`);
  const readyMs = performance.now() - started;
  const status = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8');
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await ended;
  };
  return {
    url,
    readyMs,
    ended,
    residentMb: () => Number(status('status').match(/VmRSS:\s+(\d+)/)?.[1]) / 1024,
    cpuSeconds: () => {
      const fields = status('stat').split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) / 100; // utime and stime, in clock ticks
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
  };
}

async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null)
      throw new Error(`The server ended with exit code ${child.exitCode}`);
    const isReady = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
