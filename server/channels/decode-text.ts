import type { Media } from './channel.ts';

/** What carriers call their bytes says little: most are UTF-8. */
const vagueCharsets = /^(us-ascii|ascii|iso-8859-1|latin1|windows-1252|utf-?8)$/i;
const byteOrderMarks: [mark: string, charset: string][] = [
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
];

export function decodeText({ bytes, charset: named = 'utf-8' }: Media): string {
  const mark = bytes.toString('hex', 0, 2);
  const marked = byteOrderMarks.find(([each]) => each === mark)?.[1];
  const charset = marked ?? (vagueCharsets.test(named) ? 'utf-8' : named);
  const found = [charset, 'utf-8', 'windows-1252'].map((each) => decode(bytes, each));
  return found.find((words) => words !== null) ?? '';
}

/** Null if the bytes are not in this charset, or it is unknown. */
function decode(bytes: Buffer, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
