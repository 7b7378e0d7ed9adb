export type Piece = {
  number: number;
  /** Its title and what else stands before the text. */
  head: string;
  text: string;
};

export type Given = { pieces: Piece[]; mayKnowMore: boolean };

const fence = /^=== pieces ([0-9a-f]{4,64}) ===$/m;
const internal = /, internal$/;

/** The pieces that the system prompt gives, as a model reads them; null if it gives none. */
export function readPieces(system: string): Given | null {
  const begin = fence.exec(system);
  if (!begin) return null;
  const start = begin.index + begin[0].length;
  const end = system.indexOf(`\n=== end of pieces ${begin[1]} ===`, start);
  if (end === -1) return null;
  const pieces = system
    .slice(start, end)
    .split(/\n(?=\[\d+\] )/)
    .flatMap(readPiece);
  return {
    pieces,
    mayKnowMore: !system.slice(0, start).includes('Answer from these pieces alone'),
  };
}

/** Internal ones are not quoted, and quoting is all that the sandbox can do. */
function readPiece(said: string): Piece[] {
  const [, number, rest = ''] = /^\s*\[(\d+)\] ([\s\S]*)$/.exec(said) ?? [];
  const at = rest.indexOf(': ');
  if (!number || at === -1) return [];
  const head = rest.slice(0, at);
  const text = rest.slice(at + 2).replaceAll('\n  ', '\n');
  return internal.test(head) ? [] : [{ number: Number(number), head, text }];
}
