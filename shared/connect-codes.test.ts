import { describe, expect, it } from 'vitest';
import { readCode } from './connect-codes.ts';

const code = '4K7M9QXT';

describe('readCode', () => {
  it.each([
    'CONNECT 4K7M9QXT',
    'connect 4k7m9qxt',
    'Connect: 4K7M-9QXT.',
    'CONNECT #4K7M 9QXT!',
    'connect 4 k 7 m 9 q x t',
    '4K7M9QXT',
    ' 4k7m 9qxt ',
    '4K7M-9QXT',
  ])('finds it in %j from a stranger', (body) => {
    expect(readCode(body, true)).toEqual({ code, isSure: true });
  });

  it.each(['CONNECT 12345', 'CONNECT 4K7M9QX0', 'connect 123 456', 'CONNECT 4K7M9QXTT'])(
    'takes %j for a wrong code',
    (body) => {
      expect(readCode(body, true)).toMatchObject({ isSure: true });
    },
  );

  it.each([
    ...['Hello there', 'backpack', 'RHYTHMS', 'TWELFTHS', 'What is 2+2?', '20261127', '2026-11-27'],
    ...[
      '555 0143',
      '22334455',
      '2PM-4PM',
      '2 PM 4 PM TX',
      'connect me',
      'connect',
      'disconnect 4K7M9QXT',
    ],
    ...[
      'connect 2 phones',
      'connect 2 devices',
      'connected 4K7M9QXT',
      '4K 7M9QXT',
      '',
      '4K7M9QXTT',
    ],
    ...['Is it 4K7M9QXT?', 'SW1A 1AA', 'CONNECT with 4K7M9QXT'],
  ])('finds none in %j', (body) => {
    expect(readCode(body, true)).toBeNull();
  });

  it('finds none without CONNECT from a connected person', () => {
    expect(readCode(code, false)).toBeNull();
    expect(readCode(`connect ${code}`, false)).toEqual({ code, isSure: true });
  });
});
