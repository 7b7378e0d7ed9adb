import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { describeFailure } from '#server/db/describe-failure.ts';
import { BackupError } from './backup-error.ts';
import { type Header, type Keys, maxHeaderBytes, openKey, readHeader } from './header.ts';
import { readMark } from './import-rows.ts';
import { openStream } from './seal-stream.ts';

export type Backup = {
  header: Header;
  /** Each call reads the file again. @throws {BackupError} for a file that was altered or cut off. */
  lines(): AsyncIterable<string>;
};

/** Without a key. @throws {BackupError} for a file of another kind. */
export async function readHeaderOf(path: string): Promise<Header> {
  return readHeader(await readStart(path)).header;
}

/** @throws {BackupError} for a file of another kind, and for a wrong key. */
export async function openBackup(path: string, keys: Keys): Promise<Backup> {
  const { header, bytes } = readHeader(await readStart(path));
  const sealing = await openKey({ header, bytes }, keys);
  return {
    header,
    lines: () => {
      const file = createReadStream(path, { start: bytes.length });
      const open = (source: AsyncIterable<Buffer>) => openStream(source, sealing);
      // A failure reaches the reader of the last stream.
      return splitLines(pipeline(file, open, createGunzip(), () => {}));
    },
  };
}

/** `readline` would also split at U+2028, which may be in a text. */
async function* splitLines(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let held: Buffer[] = [];
  for await (const piece of source) {
    let start = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, start)) {
      yield Buffer.concat([...held, piece.subarray(start, end)]).toString();
      held = [];
      start = end + 1;
    }
    held.push(piece.subarray(start));
  }
}

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path).catch((error) => {
    throw new BackupError(`${path} can't be read: ${describeFailure(error)}`);
  });
  try {
    const start = Buffer.alloc(maxHeaderBytes);
    const { bytesRead } = await file.read(start, 0, maxHeaderBytes, 0).catch((error) => {
      throw new BackupError(`${path} can't be read: ${describeFailure(error)}`);
    });
    return start.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

export type Contents = { tables: number; rows: number; files: number };

/** Reads all of it before anything is written. @throws {BackupError} */
export async function checkBackup(backup: Backup): Promise<Contents> {
  const found = { tables: 0, rows: 0, files: 0 };
  for await (const line of backup.lines()) {
    if (!line.startsWith('#')) continue;
    const mark = readMark(line);
    if ('end' in mark) {
      found.tables += 1;
      found.rows += mark.end.rows;
    }
    if ('file' in mark) found.files += 1;
  }
  return found;
}
