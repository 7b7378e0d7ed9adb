type PostgresError = Error & { code?: string; constraint?: string };

/** @param code SQLSTATE; Drizzle wraps the driver's error. */
export function hasErrorCode(error: unknown, code: string): boolean {
  return findPostgresError(error, code) !== null;
}

/** Its user may not do this. */
export const isRightMissing = (error: unknown) => hasErrorCode(error, '42501');

/** Null if not a unique violation. */
export function findViolatedConstraint(error: unknown): string | null {
  const violation = findPostgresError(error, '23505');
  return violation && (violation.constraint ?? '');
}

function findPostgresError(error: unknown, code: string): PostgresError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ((cause as PostgresError).code === code) return cause;
  }
  return null;
}
