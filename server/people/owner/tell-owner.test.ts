import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExpertRow, OwnerEvent, UserRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { addOptOut } from '#server/messages/opt-outs-store.ts';
import { minuteMs } from '#shared/time.ts';
import { aConnectedUser, anExpert, aUser } from '#test/factories.ts';
import { startMailServer } from '#test/mail-server.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { tellOwner } from './tell-owner.ts';

const link = /https?:\/\/\S+\/lock#[0-9a-f]{32}/;
let mails: Awaited<ReturnType<typeof startMailServer>>;
let test: TestApp;
let expert: ExpertRow;
let texter: ReturnType<typeof createTexter>;
beforeAll(async () => {
  mails = await startMailServer();
  test = await startTestApp(mails.settings);
  expert = await anExpert(test);
  texter = createTexter(test, expert);
});
afterAll(async () => {
  await test.close();
  await mails.close();
});

const changed = { kind: 'password-changed' } as const;

async function tell({ id: userId }: UserRow, event: OwnerEvent = changed) {
  const now = test.runtime.clock.now();
  await transact(test.runtime.db, (tx) => tellOwner(test.runtime, tx, { userId, event, now }));
  await test.runUntilIdle();
}

const aMailbox = () => aUser(test, { emailVerifiedAt: new Date() });

describe('an owner is told', () => {
  it('by mail where the mailbox is proved, even beside a phone', async () => {
    const { user, phone } = await aConnectedUser(test, expert, { emailVerifiedAt: new Date() });
    await tell(user);
    expect(mails.to(user.email)).toHaveLength(1);
    expect(mails.to(user.email)[0]?.text.replaceAll('=\r\n', '')).toMatch(link);
    expect(texter.received(phone)).toEqual([]);
  });

  it('by text where only the phone is, with dots in the conversation', async () => {
    const { user, phone } = await aConnectedUser(test, expert);
    await tell(user);
    const [text] = texter.received(phone);
    expect(text).toMatch(/^Sagewire: Your password was changed\. Not you\? Lock it: http/);
    expect(text).toMatch(link);
    const [shown] = await texter.messagesOf(phone);
    expect(shown?.body).toMatch(/Lock it: ••••••$/);
    expect(mails.to(user.email)).toEqual([]);
  });

  it('by the other way of a reset where both are proved', async () => {
    const { user, phone } = await aConnectedUser(test, expert, { emailVerifiedAt: new Date() });
    await tell(user, { kind: 'password-reset', by: 'text' });
    expect([mails.to(user.email).length, texter.received(phone).length]).toEqual([1, 0]);
    await tell(user, { kind: 'password-reset', by: 'mail' });
    expect([mails.to(user.email).length, texter.received(phone).length]).toEqual([1, 1]);
  });

  it('not at all where nothing is proved, or the phone has stopped texts', async () => {
    const claimed = await aUser(test);
    await tell(claimed);
    const { user, phone } = await aConnectedUser(test, expert);
    await addOptOut(test.runtime.db, expert, phone);
    await tell(user);
    expect(mails.to(claimed.email)).toEqual([]);
    expect(texter.received(claimed.phoneNumber ?? '')).toEqual([]);
    expect(texter.received(phone)).toEqual([]);
  });
});

describe('a notice', () => {
  it('waits for a mail server that is down, and is then sent once', async () => {
    const user = await aMailbox();
    const { mail } = test.runtime;
    test.runtime.mail = { send: () => Promise.reject(new Error('down')) };
    await tell(user);
    for (let minutes = 0; minutes < 60; minutes += 10) {
      await test.advance(10 * minuteMs);
      await test.runUntilIdle();
    }
    test.runtime.mail = mail;
    await test.advance(15 * minuteMs);
    await test.runUntilIdle();
    await test.advance(60 * minuteMs);
    await test.runUntilIdle();
    expect(mails.to(user.email)).toHaveLength(1);
  });

  it('whose acceptance was lost is the same mail again', async () => {
    const user = await aMailbox();
    const { mail } = test.runtime;
    test.runtime.mail = {
      async send(one) {
        await mail?.send(one);
        throw new Error('the connection was lost');
      },
    };
    await tell(user);
    test.runtime.mail = mail;
    await test.advance(15 * minuteMs);
    await test.runUntilIdle();
    const facts = mails
      .to(user.email)
      .map(({ text }) => [/^Message-ID: .*$/m.exec(text)?.[0], text.split('\r\n\r\n').slice(1)]);
    expect(facts).toHaveLength(2);
    expect(facts[1]).toEqual(facts[0]);
    expect(facts[0]?.[0]).toContain('@example.com>');
  });

  it('of a password is sent however often a thief signs in from new devices', async () => {
    const user = await aMailbox();
    for (let times = 0; times < 10; times++) await tell(user, { kind: 'sign-in', device: null });
    await tell(user);
    const subjects = mails.to(user.email).map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1]);
    expect(subjects).toEqual([
      'New sign-in to your account',
      'New sign-in to your account',
      'New sign-in to your account',
      'Your password was changed',
    ]);
  });
});
