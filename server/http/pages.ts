import { badRequest } from '#server/errors.ts';

/** Expects one row more than `limit`: it shows that there is a next page, without a count. */
export function pageOf<Row>(found: Row[], limit: number): { page: Row[]; last: Row | null } {
  const page = found.slice(0, limit);
  return { page, last: found.length > limit ? (page.at(-1) ?? null) : null };
}

const seqShape = /^(\d{1,15})$/;

export function writeSeqCursor(seq: number): string {
  return encodeCursor(String(seq));
}

/** @throws {AppError} 400 for a cursor that is not ours. */
export function parseSeqCursor(cursor: string): number {
  const [, seq] = decodeCursor(cursor, seqShape);
  return Number(seq);
}

export function encodeCursor(text: string): string {
  return Buffer.from(text).toString('base64url');
}

/** @throws {AppError} 400 for a cursor that is not ours. */
export function decodeCursor(cursor: string, shape: RegExp): RegExpExecArray {
  const match = shape.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match) throw badRequest('cursor: This page does not exist. Start from the first one.');
  return match;
}
