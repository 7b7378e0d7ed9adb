import { decodeCursor, encodeCursor } from '#server/http/pages.ts';

/** In microseconds, which JavaScript's Date drops. `urgency` counts in lists that are ordered by it. */
export type ThreadCursor = { micros: string; id: string; urgency: number };

const threadShape = /^(\d{1,16}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?: (\d))?$/;

export function writeThreadCursor({
  micros,
  id,
  urgency = 0,
}: Omit<ThreadCursor, 'urgency'> & { urgency?: number }): string {
  return encodeCursor(`${micros} ${id} ${urgency}`);
}

/** @throws {AppError} 400 for a cursor that is not ours. */
export function parseThreadCursor(cursor: string): ThreadCursor {
  const [, micros = '', id = '', urgency = '0'] = decodeCursor(cursor, threadShape);
  return { micros, id, urgency: Number(urgency) };
}
