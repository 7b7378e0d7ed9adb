import { badRequest } from '#server/errors.ts';

/** A row beyond `limit` shows that there is a next page. */
export function pageOf<Row>(found: Row[], limit: number): { page: Row[]; last: Row | null } {
  const page = found.slice(0, limit);
  return { page, last: found.length > limit ? (page.at(-1) ?? null) : null };
}

const seqShape = /^(\d{1,15})$/;

export function writeSeqCursor(seq: number): string {
  return encodeCursor(String(seq));
}

export function parseSeqCursor(cursor: string): number {
  const [, seq] = decodeCursor(cursor, seqShape);
  return Number(seq);
}

/** Milliseconds until the year 2286: the database takes no far later time. */
const timeShape = /^(\d{1,13})$/;

export function writeTimeCursor(time: Date): string {
  return encodeCursor(String(time.getTime()));
}

/** @throws {AppError} 400 for a cursor that is not ours. */
export function parseTimeCursor(cursor: string): Date {
  const [, time] = decodeCursor(cursor, timeShape);
  return new Date(Number(time));
}

export function encodeCursor(text: string): string {
  return Buffer.from(text).toString('base64url');
}

/** @throws {AppError} 400 */
export function decodeCursor(cursor: string, shape: RegExp): RegExpExecArray {
  const match = shape.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match) throw badRequest('cursor: This page does not exist. Start from the first one.');
  return match;
}
