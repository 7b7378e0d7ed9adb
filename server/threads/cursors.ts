import { decodeCursor, encodeCursor } from '#server/http/pages.ts';

/** In microseconds, which JavaScript's Date drops. */
export type ThreadCursor = { micros: string; id: string };

const threadShape = /^(\d{1,16}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export function writeThreadCursor({ micros, id }: ThreadCursor): string {
  return encodeCursor(`${micros} ${id}`);
}

/** @throws {AppError} 400 for a cursor that is not ours. */
export function parseThreadCursor(cursor: string): ThreadCursor {
  const [, micros = '', id = ''] = decodeCursor(cursor, threadShape);
  return { micros, id };
}
