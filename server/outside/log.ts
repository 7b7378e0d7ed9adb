import pino from 'pino';
import type { Config } from '#server/config.ts';
import { toLoggableError } from './loggable-error.ts';

/**
 * One line per event, such as `12:00:05 INFO: request GET /api/threads 200, 5 ms` or `sent SM1…, 80 ms`, without what
 * only a search needs; only an error has its stack below.
 */
export const onTerminal = {
  ignore:
    'pid,hostname,reqId,method,route,status,ms,totalMs,ip,thread,message,expert,reply,delivery,part,channel,gatewayId,attempts',
  messageFormat:
    '{msg}{if method} {method} {route} {status}{end}{if channel} {channel}{end}{if gatewayId} {gatewayId}{end}{if ms}, {ms} ms{end}',
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
  const options = { level: config.logLevel, redact, serializers: { err: describeError } };
  if (isTerminal) {
    return pino({ ...options, transport: { target: 'pino-pretty', options: onTerminal } });
  }
  // A full pipe must not hold up the event loop. Under load lines are written together; an exit writes the last ones.
  return pino(options, pino.destination({ dest: 1, sync: false }));
}

/** Leaves out the values of queries, which are people's texts and addresses. */
function describeError(error: unknown): unknown {
  const loggable = toLoggableError(error);
  return loggable instanceof Error ? pino.stdSerializers.err(loggable) : loggable;
}
