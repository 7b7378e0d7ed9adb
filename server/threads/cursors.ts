import { decodeCursor, encodeCursor } from '#server/http/pages.ts';

/**
 * Where a page of threads ended. PostgreSQL counts microseconds and JavaScript's dates only
 * milliseconds, so the time is carried as the database's own count.
 */
export type ThreadCursor = { micros: string; id: string };

const threadShape = /^(\d{1,16}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export function writeThreadCursor({ micros, id }: ThreadCursor): string {
  return encodeCursor(`${micros} ${id}`);
}

/** @throws {AppError} 400 for anything that we have not written. */
export function parseThreadCursor(cursor: string): ThreadCursor {
  const [, micros = '', id = ''] = decodeCursor(cursor, threadShape);
  return { micros, id };
}
