type Cell = string | number | null;

/** RFC 4180, with a byte order mark so spreadsheets read it as UTF-8. */
export function toCsv(rows: Cell[][]): string {
  const lines = rows.map((cells) => cells.map(writeCell).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

function writeCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = disarm(cell);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A spreadsheet would run a text that starts like this as a formula. It drops spaces and invisible characters first, and
 * East Asian versions take full-width signs for the ASCII ones (OWASP, "CSV Injection").
 */
const formula = /^[\s\p{Z}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫−]/u;
/** Where a spreadsheet begins a cell: it may split at another separator than ours, and then knows no quotes. */
const separators = /([;\t\r\n])/;

function disarm(cell: string): string {
  const pieces = cell.split(separators);
  const text = pieces.map((piece) => (formula.test(piece) ? `'${piece}` : piece)).join('');
  return /^[\t\r\n]/.test(text) ? `'${text}` : text;
}

export function saveFile(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
