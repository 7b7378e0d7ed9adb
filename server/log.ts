import pino from 'pino';
import type { Config } from './config.ts';
import { toLoggableError } from './loggable-error.ts';

export function createLog(config: Config): pino.Logger {
  const redact = ['authorization', 'apiKey', 'token', 'password', 'signature'].flatMap((name) => [
    name,
    `*.${name}`,
    `*.*.${name}`,
  ]);
  const isTerminal = process.stdout.isTTY;
  return pino({
    level: config.logLevel,
    redact,
    serializers: { err: describeError },
    ...(isTerminal && {
      transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } },
    }),
  });
}

/** Leaves out the values of queries, which are people's texts and addresses. */
function describeError(error: unknown): unknown {
  const loggable = toLoggableError(error);
  return loggable instanceof Error ? pino.stdSerializers.err(loggable) : loggable;
}
