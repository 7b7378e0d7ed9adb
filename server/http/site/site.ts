import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { ConfigError } from '#server/config.ts';
import { loadEnvironment } from '#server/outside/settings/load-environment.ts';
import { builtSite, needsBuild, publishBuild, removeStamp } from './dashboard-build.ts';

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
export type Site = { middleware: Middleware | undefined; stop: () => Promise<void> };

const root = fileURLToPath(new URL('../../..', import.meta.url));
const vite = `${root}node_modules/vite/bin/vite.js`;
const ready: Site = { middleware: undefined, stop: async () => {} };

/** Runs beside the rest of the start, because building takes some seconds. */
export async function siteFor({
  isDevelopment,
  isServed,
  log,
}: {
  isDevelopment: boolean;
  isServed: boolean;
  log: Logger;
}): Promise<Site> {
  if (!isServed) return ready;
  if (isDevelopment) return serveWithReload();
  if (!needsBuild()) return ready;
  log.info('building the dashboard');
  try {
    await build();
  } catch (error) {
    // After an update, texts are answered all the same.
    if (!existsSync(builtSite)) throw new ConfigError([describeFailure(error as Failure)]);
    log.error(
      `${describeFailure(error as Failure)}\nUntil then the dashboard of before is served.`,
    );
  }
  return ready;
}

async function build(): Promise<void> {
  const fresh = `${builtSite}-${process.pid}`;
  try {
    // A separate process frees the build's memory.
    await runForAllUsers([vite, 'build', '--logLevel', 'error', '--outDir', fresh]);
    publishBuild(fresh);
  } finally {
    removeStamp(fresh);
    rmSync(fresh, { recursive: true, force: true });
  }
}

type Failure = Error & { stderr?: string };

function describeFailure({ message, stderr }: Failure): string {
  if (!existsSync(vite)) {
    return "The dashboard can't be built, because npm was told to leave out what builds it. Run `npm ci --include=dev`, then start again.";
  }
  return `The dashboard can't be built: ${stderr?.trim() || message}`;
}

const publicUmask = 0o022;

/** The dashboard is public, unlike the files of DATA_DIR: another user may serve what this one has built. */
export async function runForAllUsers(script: string[]): Promise<void> {
  const ownUmask = process.umask(publicUmask);
  // Another NODE_ENV would build what developers run.
  const env = { ...loadEnvironment(), NODE_ENV: 'production' };
  const running = promisify(execFile)(process.execPath, script, { cwd: root, env });
  process.umask(ownUmask);
  await running;
}

async function serveWithReload(): Promise<Site> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: `${root}vite.config.ts`,
    server: { middlewareMode: true },
    appType: 'spa',
  });
  return { middleware: vite.middlewares, stop: () => vite.close() };
}
