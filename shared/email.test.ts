import { describe, expect, it } from 'vitest';
import { email } from './api/auth.ts';

describe('an email address', () => {
  it.each([
    ['jane@example.com', 'jane@example.com'],
    ['  Jane@Example.com \n', 'Jane@Example.com'],
    ['\u200ejane@example.com\u200f\u00a0', 'jane@example.com'],
    ['\u202ajane@exam\u00adple.com\u202c', 'jane@example.com'],
    ["o'connor+news@mail.example.co.uk", "o'connor+news@mail.example.co.uk"],
    ['a&b/c=d#1!@x.photography', 'a&b/c=d#1!@x.photography'],
    ['.dots..everywhere.@x.co', '.dots..everywhere.@x.co'],
    ['jane@xn--bcher-kva.xn--p1ai', 'jane@xn--bcher-kva.xn--p1ai'],
    ['jane@bücher.example', 'jane@xn--bcher-kva.example'],
    ['jane@例え。テスト', 'jane@xn--r8jz45g.xn--zckzah'],
    ['root@localhost', 'root@localhost'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ])('%j is taken as browsers take it', (typed, taken) => {
    expect(email.parse(typed)).toBe(taken);
  });

  it.each([
    '',
    'jane',
    'jane@',
    '@example.com',
    'jane doe@example.com',
    'jane@exa mple.com',
    'jane@-example.com',
    'jane@example.com.',
    'jane@example..com',
    'josé@example.com',
    '"jane doe"@example.com',
    'jane@[192.0.2.1]',
    'jane@ex@ample.com',
    'Jane <jane@example.com>',
    'jane@büch/er.example',
    'jane@bücher.example:80',
    'jane@bücher.example?x',
    `jane@${'a'.repeat(64)}.com`,
    `${'a'.repeat(65)}@example.com`,
  ])('%j is refused', (typed) => {
    expect(email.safeParse(typed).error?.issues[0]?.message).toBe('Invalid email address');
  });

  it('has at most 254 characters', () => {
    const host = `${'a'.repeat(60)}.`.repeat(4);
    expect(email.safeParse(`jane@${host}com`).success).toBe(true);
    expect(email.safeParse(`jane123@${host}commerce`).error?.issues[0]?.message).toBe(
      'Email must not exceed 254 characters',
    );
  });
});
