/** PGlite's file system is Emscripten's: its errors have a number of their own, and no words. */
const noSpaceLeft = 51;

/** Why a database can't be used, in one line. */
export function describeFailure(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describeFailure).join(', ');
  const { message, errno, cause } = error as Error & { errno?: number };
  if (errno === noSpaceLeft) return 'no space is left on the disk';
  // A failed query tells its text; what the database said to it is the cause.
  if (cause instanceof Error) return describeFailure(cause);
  return message.split('\n')[0] || `unknown reason (${errno ?? 'no number'})`;
}
