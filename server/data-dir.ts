import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
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
