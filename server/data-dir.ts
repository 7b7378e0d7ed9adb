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
    const { code = '' } = error as NodeJS.ErrnoException;
    const isFile = code === 'EEXIST' || code === 'ENOTDIR';
    const reason = isFile
      ? 'it is a file, or lies in one'
      : `this user may not write there (${code})`;
    const fix = isFile
      ? 'Set DATA_DIR to a folder.'
      : 'Let the user that runs Sagewire write there, set another DATA_DIR, or keep pictures in a bucket (FILES_URL).';
    return { why: `DATA_DIR ${dataDir} can't be used: ${reason}.`, fix };
  }
}

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
