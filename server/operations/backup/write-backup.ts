import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Database } from '#server/db/client.ts';
import type { Files } from '#server/outside/files/files.ts';
import { version } from '#server/outside/version.ts';
import { exportRows, readSnapshot, type Write } from './export-rows.ts';
import { createHeader, type Keys } from './header.ts';
import { listFiles } from './list-files.ts';
import { sealStream } from './seal-stream.ts';

export type BackupSource = { db: Database; files: Files; keys: Keys; now: Date };

/** Compressed and sealed. A failure ends the stream with its error. */
export function readBackup(source: BackupSource): Readable {
  const out = new PassThrough();
  writeBackup(source, out).catch((error) => out.destroy(error));
  return out;
}

/** The rows are of one moment. A picture that is erased meanwhile is left out. */
async function writeBackup({ db, files, keys, now }: BackupSource, out: PassThrough) {
  const lines = createGzip({ level: 4 });
  const write: Write = async (line) => {
    if (!lines.write(`${line}\n`)) await new Promise((resolve) => lines.once('drain', resolve));
  };
  const sealed = Promise.withResolvers<void>();
  const names = await readSnapshot(db, async (tx, schema) => {
    const facts = { version, at: now.toISOString(), schema };
    const { bytes, sealing } = await createHeader(facts, keys);
    out.write(bytes);
    pipeline(lines, (source) => sealStream(source, sealing), out).then(
      sealed.resolve,
      sealed.reject,
    );
    const exporting = exportRows(tx, write).then(() => listFiles(tx));
    return Promise.race([exporting, sealed.promise.then(() => [])]);
  });
  const count = await writeFiles(files, names, write);
  await write(`#${JSON.stringify({ files: count })}`);
  lines.end();
  await sealed.promise;
}

async function writeFiles(files: Files, names: string[], write: Write): Promise<number> {
  let count = 0;
  for (const file of names) {
    const found = await files.read(file);
    if (!found) continue;
    await write(`#${JSON.stringify({ file, bytes: found.toString('base64') })}`);
    count += 1;
  }
  return count;
}
