import { DrizzleQueryError } from 'drizzle-orm';

/** Removes personal data: Drizzle puts a query's values into the message, PostgreSQL the whole row into `detail`. */
export function toLoggableError(error: unknown): unknown {
  if (!(error instanceof DrizzleQueryError)) return error;
  const { query, message, stack = '', cause } = error;
  const { code, constraint } = (cause ?? {}) as { code?: string; constraint?: string };
  return {
    type: 'QueryFailed',
    message: cause?.message ?? 'query failed',
    code,
    constraint,
    query: query.slice(0, 300),
    stack: stack.slice(stack.indexOf(message) + message.length).trimStart(),
  };
}
