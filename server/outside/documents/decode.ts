/** UTF-16 by its mark; else UTF-8; what is neither was written on Windows. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = findMark(bytes);
  if (encoding) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function findMark([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return null;
}

/** Without the bytes that no text has. */
export function isText(bytes: Uint8Array): boolean {
  if (findMark(bytes)) return bytes.length % 2 === 0;
  return !bytes.subarray(0, 65_536).some((byte) => byte === 0 || (byte < 32 && !isSpace(byte)));
}

/** Tab, line feed, form feed, return, and escape, which old exports have. */
function isSpace(byte: number): boolean {
  return (byte >= 9 && byte <= 13) || byte === 27;
}
