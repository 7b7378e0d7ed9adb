import { type Fence, followFence } from './fences.ts';

/** More columns are no table that a person reads. */
const maxColumns = 50;

/**
 * Gives each table's rule as many columns as its longest row. GFM takes nothing for a table whose rule is shorter or longer
 * than its head, or drawn with other dashes, and drops what a row has more than its head.
 */
export function mendTables(text: string): string {
  if (!text.includes('|')) return text;
  const lines = text.split('\n');
  const mended: string[] = [];
  let fence: Fence | null = null;
  let hasRule = false;
  for (const [at, line] of lines.entries()) {
    fence = followFence(fence, line);
    if (fence || !isRule(line)) {
      mended.push(line);
      hasRule &&= line.includes('|');
      continue;
    }
    // Lines between rows, and around the whole.
    if (hasRule) continue;
    const head = takeHead(mended);
    if (head === null) {
      if (!line.includes('+')) mended.push(line);
      continue;
    }
    hasRule = true;
    const columns = Math.max(countCells(head), countRowsCells(lines, at + 1));
    if (columns > maxColumns) mended.push(head, line);
    else {
      const [indent = ''] = /^[ \t>]*/.exec(head) ?? [];
      mended.push(widen(head, columns), `${indent}|${'---|'.repeat(columns)}`);
    }
  }
  return mended.join('\n');
}

/** `|---|:-:|`, `|—|—|`, `+---+---+` */
function isRule(line: string): boolean {
  return /^[ \t>|+:=—–-]+$/.test(line) && /[|+]/.test(line) && /[—–-]|==/.test(line);
}

/** The row right before the rule, or with one empty line between. */
function takeHead(lines: string[]): string | null {
  const isApart = lines.length > 1 && lines.at(-1)?.trim() === '';
  const head = lines.at(isApart ? -2 : -1) ?? '';
  if (!head.includes('|') || isRule(head)) return null;
  lines.length -= isApart ? 2 : 1;
  return head;
}

function countRowsCells(lines: string[], from: number): number {
  let cells = 0;
  for (let at = from; lines[at]?.includes('|') && !isRule(lines[at] as string); at++) {
    cells = Math.max(cells, countCells(lines[at] as string));
  }
  return cells;
}

function countCells(row: string): number {
  const inside = row.replace(/^[ \t>]*\|?/, '').trimEnd();
  return inside.split(/(?<!\\)\|/).length - (/(?<!\\)\|$/.test(inside) ? 1 : 0);
}

function widen(head: string, columns: number): string {
  const row = head.trimEnd();
  const end = /(?<!\\)\|$/.test(row) ? '' : ' |';
  return (
    row + (columns > countCells(head) ? `${end}${' |'.repeat(columns - countCells(head))}` : '')
  );
}
