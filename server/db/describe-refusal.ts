import { describeFailure } from './describe-failure.ts';

/** SQLSTATE. */
const sqlState = /^[0-9A-Z]{5}$/;

/** A line for the start and for commands, where the database refused one of its statements. Null for other errors. */
export function describeRefusal(error: unknown): string | null {
  const refusal = findRefusal(error);
  if (!refusal) return null;
  const advice =
    refusal.code === '42501'
      ? 'Let the user of DATABASE_URL own the database and its tables.'
      : 'npm run doctor looks into it.';
  return `The database can't be used: ${describeFailure(refusal)}. ${advice}`;
}

function findRefusal(error: unknown): (Error & { code: string }) | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, severity } = cause as Error & { code?: unknown; severity?: unknown };
    if (typeof code === 'string' && sqlState.test(code) && severity) {
      return cause as Error & { code: string };
    }
  }
  return null;
}
