import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';

/** `exitCode` is null if a signal ended it: SIGKILL after the time limit or by `signal`. */
export type OwnProcessResult = {
  output: Buffer;
  exitCode: number | null;
  signal: NodeJS.Signals | null;
};

type Task = {
  /** Of the script that reads all of stdin and answers on stdout. */
  script: string;
  /** Of Node, before the script. */
  flags: string[];
  args?: string[];
  bytes: Uint8Array;
  timeLimitMs: number;
  signal?: AbortSignal | undefined;
};

/** Reads one file apart from the server: it frees its memory, and a crafted file gets neither our memory nor our environment. */
export async function runInOwnProcess(task: Task): Promise<OwnProcessResult> {
  const child = spawn(process.execPath, [...task.flags, task.script, ...(task.args ?? [])], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
    timeout: task.timeLimitMs,
    killSignal: 'SIGKILL',
  });
  const stop = () => child.kill('SIGKILL');
  if (task.signal?.aborted) stop();
  task.signal?.addEventListener('abort', stop, { once: true });
  try {
    // It may exit before it has read all of stdin.
    child.stdin.on('error', () => undefined).end(task.bytes);
    const [output, [exitCode, signal]] = await Promise.all([
      buffer(child.stdout),
      once(child, 'close'),
    ]);
    return { output, exitCode, signal };
  } finally {
    task.signal?.removeEventListener('abort', stop);
  }
}
