import { crc32, deflateRawSync } from 'node:zlib';

type Part = string | Buffer | { packed: Buffer; declaredBytes: number };

/** A ZIP with deflated parts. `packed` with `declaredBytes` lies about what is inside. */
export function writeZip(parts: Record<string, Part>): Buffer {
  const bodies: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [name, part] of Object.entries(parts)) {
    const fields = toFields(name, part);
    const body = Buffer.concat([toHeader(0x04034b50, fields), Buffer.from(name), fields.packed]);
    entries.push(toHeader(0x02014b50, { ...fields, offset }), Buffer.from(name));
    bodies.push(body);
    offset += body.length;
  }
  const directory = Buffer.concat(entries);
  return Buffer.concat([...bodies, directory, toEnd(Object.keys(parts).length, directory, offset)]);
}

type Fields = { name: string; packed: Buffer; bytes: number; checksum: number; offset?: number };

function toFields(name: string, part: Part): Fields {
  if (typeof part === 'object' && 'packed' in part) {
    return { name, packed: part.packed, bytes: part.declaredBytes, checksum: 0 };
  }
  const bytes = Buffer.from(part as string);
  return { name, packed: deflateRawSync(bytes), bytes: bytes.length, checksum: crc32(bytes) };
}

function toHeader(signature: number, { name, packed, bytes, checksum, offset }: Fields): Buffer {
  const isEntry = offset !== undefined;
  const header = Buffer.alloc(isEntry ? 46 : 30);
  const at = isEntry ? 2 : 0;
  header.writeUInt32LE(signature, 0);
  if (isEntry) header.writeUInt16LE(20, 4);
  header.writeUInt16LE(20, 4 + at);
  header.writeUInt16LE(8, 8 + at);
  header.writeUInt32LE(checksum, 14 + at);
  header.writeUInt32LE(packed.length, 18 + at);
  header.writeUInt32LE(bytes, 22 + at);
  header.writeUInt16LE(Buffer.byteLength(name), 26 + at);
  if (isEntry) header.writeUInt32LE(offset, 42);
  return header;
}

function toEnd(count: number, directory: Buffer, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
