import { createCipheriv, createDecipheriv } from 'node:crypto';
import { BackupError } from './backup-error.ts';

const chunkBytes = 64 * 1024;
const tagBytes = 16;

/** `context` is authenticated with each chunk: a chunk of another file is refused. The key seals one file only. */
export type SealingKey = { key: Buffer; context: Buffer };

/** AES-256-GCM, chunk by chunk. The nonce counts and marks the last, so none can be left out, moved or cut off. */
export async function* sealStream(source: AsyncIterable<Buffer>, sealing: SealingKey) {
  let order = 0;
  for await (const { chunk, isLast } of splitEvenly(source, chunkBytes)) {
    const cipher = createCipheriv('aes-256-gcm', sealing.key, nonceOf(order++, isLast));
    cipher.setAAD(sealing.context);
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  }
}

/** @throws {BackupError} at the first chunk that was altered; a file that was cut off ends with one. */
export async function* openStream(source: AsyncIterable<Buffer>, sealing: SealingKey) {
  let order = 0;
  for await (const { chunk, isLast } of splitEvenly(source, chunkBytes + tagBytes)) {
    yield openChunk(chunk, nonceOf(order++, isLast), sealing);
  }
}

function openChunk(chunk: Buffer, nonce: Buffer, { key, context }: SealingKey): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
    decipher.setAAD(context).setAuthTag(chunk.subarray(-tagBytes));
    return Buffer.concat([decipher.update(chunk.subarray(0, -tagBytes)), decipher.final()]);
  } catch (cause) {
    throw new BackupError('The backup was cut off or altered. Nothing was restored from it.', {
      cause,
    });
  }
}

function nonceOf(order: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(order, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** All but the last have `size` bytes; there is always a last one. */
async function* splitEvenly(source: AsyncIterable<Buffer>, size: number) {
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const piece of source) {
    held.push(piece);
    bytes += piece.length;
    if (bytes <= size) continue;
    let rest = Buffer.concat(held);
    for (; rest.length > size; rest = rest.subarray(size)) {
      yield { chunk: rest.subarray(0, size), isLast: false };
    }
    held = [rest];
    bytes = rest.length;
  }
  yield { chunk: Buffer.concat(held), isLast: true };
}
