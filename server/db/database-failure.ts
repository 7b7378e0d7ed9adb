/**
 * By SQLSTATE: connection, resources, stopped or canceled, system, a conflict that stayed, a standby, a lock. By the
 * system's code: a socket's. Anything else is a bug of ours.
 */
const passingCode = /^(08|53|57|58|40|25006|55P03|E(?!RR_))/;
/** Of pg, without a code. */
const passingMessage =
  /^(timeout exceeded when trying to connect|Connection terminated|Client (has encountered a connection error|was closed))/;

export class DatabaseSlow extends Error {
  override name = 'DatabaseSlow';
}

/** The database was slow or not there: the same may succeed later. */
export function isDatabaseFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause } = error as Error & { code?: unknown };
  if (error instanceof DatabaseSlow || passingMessage.test(error.message)) return true;
  return (typeof code === 'string' && passingCode.test(code)) || isDatabaseFailure(cause);
}
