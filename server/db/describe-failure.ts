/** ENOSPC of PGlite's file system, whose errors have no message. */
const noSpaceLeft = 51;

export function describeFailure(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describeFailure).join(', ');
  const { message, errno, cause } = error as Error & { errno?: number };
  if (errno === noSpaceLeft) return 'no space is left on the disk';
  // A failed query's message is its SQL.
  if (cause instanceof Error) return describeFailure(cause);
  return message.split('\n')[0] || `unknown reason (${errno ?? 'no number'})`;
}
