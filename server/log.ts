import pino from 'pino';
import type { Config } from './config.ts';
import { toLoggableError } from './loggable-error.ts';

/** One line per event, such as `12:00:05 INFO: request GET /api/threads 200, 5 ms`; only an error has its stack below. */
export const onTerminal = {
  ignore: 'pid,hostname,reqId,method,route,status,ms,ip',
  messageFormat: '{msg}{if method} {method} {route} {status}, {ms} ms{end}',
  translateTime: 'SYS:HH:MM:ss',
  singleLine: true,
};

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
    ...(isTerminal && { transport: { target: 'pino-pretty', options: onTerminal } }),
  });
}

/** Leaves out the values of queries, which are people's texts and addresses. */
function describeError(error: unknown): unknown {
  const loggable = toLoggableError(error);
  return loggable instanceof Error ? pino.stdSerializers.err(loggable) : loggable;
}
