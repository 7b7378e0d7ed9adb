/**
 * By SQLSTATE: connection, resources, stopped or canceled, system, a conflict that stayed, a standby, a lock. By the
 * system's code: a socket's. Anything else is a bug of ours.
 */
const passingCode = /^(08|53|57|58|40|25006|55P03|E(?!RR_))/;
/** Of pg, without a code. */
const passingMessage =
  /^(timeout exceeded when trying to connect|Connection terminated|Client (has encountered a connection error|was closed))/;

/** Of these, what loses the connection or says that there is none to have. */
const lostCode = /^(08|53|57P|E(?!RR_))/;

export class DatabaseSlow extends Error {
  override name = 'DatabaseSlow';
}

/** The database was slow or not there: the same may succeed later. */
export function isDatabaseFailure(error: unknown): boolean {
  return hasFailed(error, passingCode);
}

/** No answer came: what was sent may have been committed. */
export function isConnectionLost(error: unknown): boolean {
  return hasFailed(error, lostCode);
}

function hasFailed(error: unknown, codes: RegExp): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause } = error as Error & { code?: unknown };
  if (error instanceof DatabaseSlow || passingMessage.test(error.message)) return true;
  return (typeof code === 'string' && codes.test(code)) || hasFailed(cause, codes);
}
