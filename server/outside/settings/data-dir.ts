import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const ofOthers = 0o077;

/**
 * Closes the folder and its files to other users of this machine. The embedded database closes its own files:
 * server/db/open-folder.ts.
 * @returns a line for the log if the folder was open until now.
 */
export function closeDataDir(dataDir: string): string | null {
  process.umask(ofOthers);
  try {
    mkdirSync(dataDir, { recursive: true });
    const paths = listPaths(realpathSync(dataDir));
    const open = paths.filter(closePath).length;
    return open > 0
      ? `DATA_DIR ${dataDir} was open to other users: closed ${open} ${open === 1 ? 'path' : 'paths'}`
      : null;
  } catch (error) {
    return `DATA_DIR ${dataDir} may be open to other users: ${(error as Error).message}`;
  }
}

type Kept = { dataDir: string; databaseUrl: string | undefined; bucket: object | null };

/** Leaves no trace. Null if what is kept in the folder can be written there. A bucket and a server for the database need no folder. */
export function findDataDirProblem({ dataDir, databaseUrl, bucket }: Kept) {
  if (databaseUrl && bucket) return null;
  try {
    const made = mkdirSync(dataDir, { recursive: true });
    const probe = join(dataDir, `.probe-${randomUUID()}`);
    writeFileSync(probe, '');
    rmSync(made ?? probe, { recursive: true });
    return null;
  } catch (error) {
    return describeDataDirProblem(dataDir, error as NodeJS.ErrnoException);
  }
}

/** @param error of the file system. */
export function describeDataDirProblem(dataDir: string, { code, message }: NodeJS.ErrnoException) {
  const [reason, fix] = explain[code ?? ''] ?? [message, 'Set DATA_DIR to another folder.'];
  return { why: `DATA_DIR ${dataDir} can't be used: ${reason}.`, fix };
}

const isFile = ['it is a file, or lies in one', 'Set DATA_DIR to a folder.'] as const;
const isForbidden = (code: string) =>
  [
    `this user may not write there (${code})`,
    'Let the user that runs Sagewire write there, set another DATA_DIR, or keep pictures in a bucket (FILES_URL).',
  ] as const;

const explain: Record<string, readonly [reason: string, fix: string]> = {
  EEXIST: isFile,
  ENOTDIR: isFile,
  EACCES: isForbidden('EACCES'),
  EPERM: isForbidden('EPERM'),
  EROFS: isForbidden('EROFS'),
  ENOSPC: ['its disk is full', 'Make room on that disk, or set another DATA_DIR.'],
};

/** `readdirSync` with `recursive` would follow links that lead out of the folder. */
function listPaths(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const inside = entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? listPaths(path) : path;
  });
  return [folder, ...inside];
}

function closePath(path: string): boolean {
  const stat = lstatSync(path);
  const isOpen = !stat.isSymbolicLink() && (stat.mode & ofOthers) !== 0;
  if (isOpen) chmodSync(path, stat.mode & ~ofOthers & 0o777);
  return isOpen;
}
