import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import type { ExpertRow } from '#server/db/schema.ts';
import { sweep } from '#server/operations/upkeep/sweep.ts';
import type { UpdateExpertRequest } from '#shared/api/experts.ts';
import type { MessagesReply } from '#shared/api/messages.ts';
import { findOwnTextPause } from '#shared/own-text-pause.ts';
import { hourMs } from '#shared/time.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { describeHours } from './opening-hours.ts';

let test: TestApp;
let admin: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  test = await startTestApp();
  admin = await signIn(test, asAdmin);
});
afterAll(() => test.close());

const closed = ['', '', '', '', '', '', ''];
const change = (expert: ExpertRow, settings: UpdateExpertRequest) =>
  admin.call('PUT', `/api/experts/${expert.id}`, settings);

async function aConversation(settings: UpdateExpertRequest) {
  const expert = await anExpert(test);
  expect((await change(expert, settings)).status).toBe(200);
  const { user, phone, thread } = await aConnectedUser(test, expert);
  return {
    ...createTexter(test, expert),
    phone,
    owner: user,
    read: async (call = admin.call) => {
      const reply = await call('GET', `/api/threads/${thread.id}/messages`);
      return (reply.body as MessagesReply).thread;
    },
    write: () => admin.call('POST', `/api/threads/${thread.id}/messages`, { body: 'Ada here.' }),
  };
}

describe("after an admin's own text", () => {
  it('the AI pauses until it is returned, where the expert is set so', async () => {
    const { phone, text, write, received, threadOf } = await aConversation({
      pauseAfterText: 'untilReturned',
    });
    await write();
    await text(phone, 'What is 1 + 1?');
    await test.advance(3 * hourMs);
    await sweep(test.runtime);
    await test.runUntilIdle();
    expect(await threadOf(phone)).toMatchObject({ handler: 'human', aiReturnsAt: null });
    expect(received(phone).join()).not.toContain('2');
  });

  it('the AI goes on, where the expert is set so', async () => {
    const { phone, text, write, received } = await aConversation({ pauseAfterText: 'none' });
    expect((await write()).status).toBe(200);
    await text(phone, 'What is 1 + 1?');
    await test.runUntilIdle();
    expect(received(phone).at(-1)).toContain('2');
  });
});

it('tells the team, and not the person, what a text of their own will do to the AI', async () => {
  const { owner, read, write } = await aConversation({ pauseAfterText: 'twoHours' });
  expect(await read()).toMatchObject({ handler: 'ai', pauseAfterText: 'twoHours' });
  const token = await createToken(test.runtime.db, owner.id, test.runtime.clock.now());
  expect(await read(callAs(test, token))).toMatchObject({ pauseAfterText: null });
  const { message } = (await write()).body;
  const pause = findOwnTextPause('twoHours', new Date(message.createdAt));
  expect((await read()).handover?.aiReturnsAt).toBe(pause?.until?.toISOString());
});

it("the expert's own words ask for a person, as whole texts", async () => {
  const { phone, text, threadOf } = await aConversation({
    humanWords: 'Call me back\n\n  rückruf ',
  });
  await text(phone, 'Please call me back');
  await test.runUntilIdle();
  expect((await threadOf(phone)).handler).toBe('ai');
  await text(phone, 'Rückruf!');
  await test.runUntilIdle();
  expect((await threadOf(phone)).handler).toBe('human');
});

const hours = { timeZone: 'Europe/Berlin', days: ['09:00-18:00', ...closed.slice(1)] };

it('a person who waits for another is told when one answers', async () => {
  const { phone, text, received } = await aConversation({ openingHours: hours });
  await text(phone, 'Agent');
  await test.runUntilIdle();
  const when = describeHours(hours, { now: test.runtime.clock.now(), handle: phone });
  expect(when?.when).toMatch(/ \(Berlin time\)$/);
  expect(received(phone).at(-1)).toContain(
    when?.isOpen
      ? `a person will answer you here ${when.when}.`
      : `a person is back ${when?.when} and will answer you here.`,
  );
});

it.each([
  ['2026-11-23T09:30:00Z', { isOpen: true, when: 'today until 18:00' }],
  ['2026-11-23T07:59:00Z', { isOpen: false, when: 'today at 9:00' }],
  ['2026-11-23T17:00:00Z', { isOpen: false, when: 'Monday at 9:00' }],
  ['2026-11-22T12:00:00Z', { isOpen: false, when: 'tomorrow at 9:00' }],
  // Another day there.
  ['2026-11-22T23:30:00Z', { isOpen: false, when: 'today at 9:00' }],
])('at %s, opening hours say %o', (now, expected) => {
  expect(describeHours(hours, { now: new Date(now), handle: 'urn:mbid:AQAA' })).toEqual(expected);
});

it.each([
  ['2026-11-23T20:59:00Z', { isOpen: false, when: 'today at 22:00' }],
  ['2026-11-23T21:00:00Z', { isOpen: true, when: 'until tomorrow at 2:00' }],
  ['2026-11-24T00:59:00Z', { isOpen: true, when: 'today until 2:00' }],
  ['2026-11-24T01:00:00Z', { isOpen: false, when: 'Sunday at 10:00' }],
  ['2026-11-29T22:30:00Z', { isOpen: true, when: 'until tomorrow at 1:00' }],
  ['2026-11-29T23:30:00Z', { isOpen: true, when: 'today until 1:00' }],
])('at %s, hours past midnight say %o', (now, expected) => {
  const days = ['22:00-02:00', ...closed.slice(2), '10:00-01:00'];
  const nights = { ...hours, days };
  expect(describeHours(nights, { now: new Date(now), handle: 'urn:mbid:AQAA' })).toEqual(expected);
});

it.each([
  ['+442079460991', 'Europe/Berlin', 'today until 18:00 (Berlin time)'],
  ['+442079460991', 'Europe/London', 'today until 18:00'],
  ['+4915112345678', 'Europe/Vienna', 'today until 18:00'],
  ['+12025550143', 'America/New_York', 'today at 9:00 (New York time)'],
  ['+442079460991', 'UTC', 'today until 18:00'],
  ['urn:mbid:AQAA', 'Europe/Berlin', 'today until 18:00'],
])('to %s, hours in %s say %s', (handle, timeZone, when) => {
  const now = new Date('2026-11-23T12:00:00Z');
  expect(describeHours({ ...hours, timeZone }, { now, handle })?.when).toBe(when);
});

it('contradictory settings are refused, and empty hours mean no hours', async () => {
  const expert = await anExpert(test);
  const refuse = async (settings: object) => (await change(expert, settings)).body.message;
  expect(await refuse({ pauseAfterText: 'forever' })).toContain('pauseAfterText must be one of');
  expect(await refuse({ humanWords: 'x'.repeat(61) })).toContain('each of at most 60 characters');
  const days = (day: string) => ({ openingHours: { ...hours, days: [day, ...closed.slice(1)] } });
  expect(await refuse(days('9-17'))).toContain('Enter both times, like 09:00-17:00');
  expect(await refuse(days('09:00-09:00'))).toContain('times must differ');
  expect(await refuse({ openingHours: { ...hours, timeZone: 'Mars' } })).toContain('Time zone');
  const { body } = await change(expert, { openingHours: { ...hours, days: closed } });
  expect(body.expert.openingHours).toBeNull();
});
