import { describe, expect, it, vi } from 'vitest';
import { callGateway, readRetryAfterMs } from './call-gateway.ts';

const failWith = (cause: object) =>
  callGateway(
    () => Promise.reject(new TypeError('fetch failed', { cause })),
    'https://gateway.example',
    {},
  );
const connectionError = (code: string) =>
  Object.assign(new Error(`connect ${code}`), { code, syscall: 'connect' });
const aggregateError = (...errors: Error[]) =>
  Object.assign(new AggregateError(errors), { code: 'ETIMEDOUT' });

describe('a call without an answer', () => {
  it.each([
    ['no way to the network', connectionError('ENETUNREACH')],
    ['no way to the host', connectionError('EHOSTUNREACH')],
    ['a connection that takes too long', connectionError('ETIMEDOUT')],
    [
      'none of its addresses',
      aggregateError(connectionError('ETIMEDOUT'), connectionError('ENETUNREACH')),
    ],
    ['no such name', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }],
  ])('was never sent: %s', async (_, cause) => {
    await expect(failWith(cause)).rejects.toMatchObject({ failure: { kind: 'gateway_down' } });
  });

  it.each([
    ['a connection that broke off', { code: 'ECONNRESET', syscall: 'read' }],
    ['silence', { code: 'ETIMEDOUT', syscall: 'read' }],
    [
      'one address that broke off',
      aggregateError(connectionError('ENETUNREACH'), new Error('reset')),
    ],
    ['something without a name', {}],
  ])('may have arrived: %s', async (_, cause) => {
    await expect(failWith(cause)).rejects.toMatchObject({ failure: { kind: 'unknown_outcome' } });
  });
});

describe('how long a gateway asks us to wait', () => {
  it.each([
    ['7', 7_000],
    ['Sat, 21 Nov 2026 10:00:30 GMT', 30_000],
    ['Sat, 21 Nov 2026 09:59:00 GMT', null],
    ['0', null],
    ['soon', null],
    [undefined, null],
  ])('%s', (value, ms) => {
    vi.useFakeTimers({ now: Date.parse('2026-11-21T10:00:00Z') });
    const headers = value === undefined ? {} : { 'retry-after': value };
    expect(readRetryAfterMs(new Response('', { headers }))).toBe(ms);
    vi.useRealTimers();
  });
});
