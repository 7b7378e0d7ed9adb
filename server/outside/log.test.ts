import pino from 'pino';
import { prettyFactory } from 'pino-pretty';
import { expect, it } from 'vitest';
import { onTerminal } from './log.ts';

it('is one line an event on a terminal, a request among them', () => {
  const format = prettyFactory({ ...onTerminal, colorize: false });
  const lines: string[] = [];
  const log = pino({}, { write: (event) => void lines.push(format(event)) });
  const request = { method: 'GET', route: '/api/threads/:id', status: 200, ms: 5, ip: '::1' };
  log.child({ reqId: 'a1' }).info(request, 'request');
  log.warn({ providerId: 'p1', reason: 'timeout' }, 'moderation failed');
  expect(lines.map((line) => line.replace(/^\[[\d:]+\] /, ''))).toEqual([
    'INFO: request GET /api/threads/:id 200, 5 ms\n',
    'WARN: moderation failed {"providerId":"p1","reason":"timeout"}\n',
  ]);
});
