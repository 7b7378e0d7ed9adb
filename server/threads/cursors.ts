import { badRequest } from '#server/errors.ts';

/**
 * Where a page of threads ended. PostgreSQL counts microseconds and JavaScript's dates only
 * milliseconds, so the time is carried as the database's own count.
 */
export type ThreadCursor = { micros: string; id: string };

const threadShape = /^(\d{1,16}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const messageShape = /^(\d{1,15})$/;

export function writeThreadCursor({ micros, id }: ThreadCursor): string {
  return encode(`${micros} ${id}`);
}

/** @throws {AppError} 400 for anything that we have not written. */
export function parseThreadCursor(cursor: string): ThreadCursor {
  const [, micros = '', id = ''] = decode(cursor, threadShape);
  return { micros, id };
}

export function writeMessageCursor(seq: number): string {
  return encode(String(seq));
}

/** @throws {AppError} 400 for anything that we have not written. */
export function parseMessageCursor(cursor: string): number {
  const [, seq] = decode(cursor, messageShape);
  return Number(seq);
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function decode(cursor: string, shape: RegExp): RegExpExecArray {
  const match = shape.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match) throw badRequest('cursor: This page does not exist. Start from the first one.');
  return match;
}
