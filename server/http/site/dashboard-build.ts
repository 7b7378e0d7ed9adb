import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const sources = ['{web,shared}/**/*.*', 'vite.config.ts', 'tsconfig*.json', 'package-lock.json'];
export const builtSite = join(root, 'dist/web');
/** Beside the folder, whose files are public. */
const stampFor = (site: string) => `${site}.sources`;

/** Of contents, because a checkout gives each file the time of now, and an unpacked archive an old one. */
export function hashSources(folder = root): string {
  const hash = createHash('sha256');
  const paths = globSync(sources, { cwd: folder, exclude: ['**/*.test.{ts,tsx}'] });
  for (const path of paths.map((one) => one.replaceAll('\\', '/')).sort()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(folder, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Without sources, as in the image, what was built is all there is. */
export function needsBuild(site = builtSite, folder = root): boolean {
  if (!existsSync(join(site, 'index.html'))) return true;
  if (!existsSync(join(folder, 'web/index.html'))) return false;
  const stamp = stampFor(site);
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== hashSources(folder);
}

/** Before a build begins: one that is cut off leaves no stamp. */
export function removeStamp(site: string): void {
  rmSync(stampFor(site), { force: true });
}

/** `hash` is of the sources as they were when the build began. */
export function writeStamp(site: string, hash: string): void {
  writeFileSync(stampFor(site), hash);
}

/** At once, so that a process that serves the old one does so until the end of the build. */
export function publishBuild(fresh: string, site = builtSite): void {
  removeStamp(site);
  rmSync(site, { recursive: true, force: true });
  renameSync(fresh, site);
  renameSync(stampFor(fresh), stampFor(site));
}
