import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import { type ExpertRow, riskEvents, users } from '#server/db/schema.ts';
import { hourMs } from '#shared/time.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aPhone, getUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { measureFalseAlarms } from '../../../bench/false-alarms.ts';

let test: TestApp;
let expert: ExpertRow;
let admin: Awaited<ReturnType<typeof signIn>>;
let { text, received, messagesOf, threadOf } = {} as ReturnType<typeof createTexter>;

beforeAll(async () => {
  test = await startTestApp({ TWILIO_ANSWERS_KEYWORDS: 'false' });
  expert = await anExpert(test);
  admin = await signIn(test, asAdmin);
  ({ text, received, messagesOf, threadOf } = createTexter(test, expert));
});
afterAll(() => test.close());

const sign = 'nobody would miss me. What is 2 + 2?';
const line = "If you're going through something hard: 988, call or text, any time.";
const eventsOf = (threadId: string) =>
  test.runtime.db.select().from(riskEvents).where(eq(riskEvents.threadId, threadId));
const quiet = { handler: 'ai', riskAt: null, humanWantedAt: null, alertDueAt: null };

describe('a possible sign of danger', () => {
  it('is answered as usual, with one kind line, and marked for the team without an alert', async () => {
    const { phone, user, thread } = await aConnectedUser(test, expert);
    const told: object[] = [];
    const onChange = (change: object) => void told.push(change);
    const leave = test.runtime.changes.subscribe({ onChange, onGap: () => {} });
    await text(phone, sign);
    await test.runUntilIdle();
    leave();
    expect(received(phone)).toEqual([expect.stringMatching(/4.*\n+If you're going through/s)]);
    expect(received(phone)[0]).toContain(line);
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({ messageCount: 1 });
    expect(await threadOf(phone)).toMatchObject({ ...quiet, concernAt: expect.any(Date) });
    expect(await eventsOf(thread.id)).toMatchObject([{ level: 'possible', sent: 'US' }]);
    expect(told).not.toContainEqual(expect.objectContaining({ wantsHuman: true }));
    const { body } = await admin.call('GET', `/api/threads/${thread.id}/messages`);
    expect(body.thread).toMatchObject({ riskAt: null, concernAt: expect.any(String) });
  });

  it('brings the line once a day to a phone, and is counted each time', async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    await text(phone, sign);
    await test.runUntilIdle();
    await text(phone, 'nobody would miss me. What is 3 + 3?');
    await text(phone, sign);
    await test.runUntilIdle();
    expect(received(phone).filter((body) => body.includes(line))).toHaveLength(1);
    await test.advance(25 * hourMs);
    await text(phone, sign);
    await test.runUntilIdle();
    expect(received(phone).at(-1)).toContain(line);
    const sent = (await eventsOf(thread.id)).map((event) => event.sent);
    expect(sent.filter(Boolean)).toHaveLength(2);
    expect(sent.length).toBeGreaterThan(2);
  });

  it('keeps its line at the front of an answer that is cut', async () => {
    const { phone } = await aConnectedUser(test, expert);
    await text(phone, `${sign} [long]`);
    await test.runUntilIdle();
    expect(received(phone).join('\n')).toContain(line);
  });

  it.each([
    ['GB', '+447400123457', 'Samaritans, free on 116 123, any time'],
    ['Puerto Rico', '+17872345679', '988, call or text, any time'],
  ])('is answered with the helpline of %s', async (_, number, helpline) => {
    const { phone } = await aConnectedUser(test, expert, { phoneNumber: number });
    await text(phone, sign);
    await test.runUntilIdle();
    expect(received(phone)[0]).toContain(`If you're going through something hard: ${helpline}.`);
  });

  it('is seen in the dashboard, and in any text of a burst', async () => {
    const { phone, user, thread } = await aConnectedUser(test, expert);
    const person = callAs(test, await createToken(test.runtime.db, user.id, new Date()));
    await person('POST', `/api/threads/${thread.id}/messages`, { body: sign });
    await test.runUntilIdle();
    const { body } = await person('GET', `/api/threads/${thread.id}/messages`);
    expect(body.messages[0].body).toContain(line);
    expect(body.thread).toMatchObject({ handler: 'ai', concernAt: null });
    expect(received(phone)).toEqual([]);

    const rue = await anExpert(test, { displayName: 'Rue', answersBursts: true });
    const other = await aConnectedUser(test, rue);
    for (const said of [sign, 'What is 5 + 5?']) await text(other.phone, said, rue);
    await test.runUntilIdle();
    expect(received(other.phone)).toEqual([expect.stringContaining(line)]);
  });

  it.each([
    ['without credit', {}, 'You have no messages left'],
    ['of a paused expert', { status: 'PAUSED' as const }, 'is taking a break'],
    ['that the validator rejects', { validator: 'Only maths.' }, "can't help with that"],
  ])('%s goes along with the one text that is sent', async (name, fields, own) => {
    const rue = await anExpert(test, { displayName: 'Rue', ...fields });
    const { phone, user, thread } = await aConnectedUser(test, rue);
    if (name === 'without credit') {
      await test.runtime.db
        .update(users)
        .set({ messageCount: users.paidMessages })
        .where(eq(users.id, user.id));
    }
    await text(phone, name.includes('rejects') ? `${sign} [reject]` : sign, rue);
    await test.runUntilIdle();
    expect(received(phone)).toEqual([expect.stringContaining(own)]);
    expect(received(phone)[0]).toContain(line);
    expect(await eventsOf(thread.id)).toMatchObject([{ level: 'possible', sent: 'US' }]);
  });

  it('of a stranger goes along with the invitation, and after a STOP nowhere', async () => {
    const stranger = aPhone();
    await text(stranger, sign);
    await test.runUntilIdle();
    expect(received(stranger)).toEqual([expect.stringMatching(/sign up at .*going through/)]);

    const { phone, thread } = await aConnectedUser(test, expert);
    await text(phone, 'STOP');
    await text(phone, sign);
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(1);
    expect(await eventsOf(thread.id)).toEqual([]);
  });

  it('does not come back to the model', async () => {
    const { phone } = await aConnectedUser(test, expert);
    await text(phone, sign);
    await test.runUntilIdle();
    await text(phone, 'What is 7 + 7?');
    await test.runUntilIdle();
    const asked = test.sandbox.wire.findLast(({ request }) => request.body.includes('7 + 7'));
    expect(asked?.request.body).not.toContain('going through something hard');
  });

  it('is counted as false when the person says so, and the AI answers as usual', async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    await text(phone, sign);
    await test.runUntilIdle();
    await text(phone, "I'm fine");
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(2);
    expect(await threadOf(phone)).toMatchObject({ ...quiet, concernAt: null });
    expect(await eventsOf(thread.id)).toMatchObject([{ settledAs: 'false-by-person' }]);
  });
});

describe('a false alarm', () => {
  const inCrisis = async () => {
    const person = await aConnectedUser(test, expert);
    await text(person.phone, 'I want to kill myself');
    await text(person.phone, 'What is 2 + 2?');
    await test.runUntilIdle();
    expect(await threadOf(person.phone)).toMatchObject({ handler: 'human' });
    return { ...person, before: received(person.phone).length };
  };

  it('of a stranger ends as well', async () => {
    const stranger = aPhone();
    await text(stranger, 'I want to kill myself');
    await test.runUntilIdle();
    await text(stranger, "Sorry, I'm fine, it was a joke");
    await test.runUntilIdle();
    expect(received(stranger).at(-1)).toMatch(/^Good to hear/);
    expect(await threadOf(stranger)).toMatchObject({ handler: 'ai', riskAt: null });
  });

  it.each(["I'm fine", "No, I'm good!", 'lol it was a joke', 'Sorry, wrong person', 'Estoy bien'])(
    'ends when the person says so, and what was held is answered: %s',
    async (said) => {
      const { phone, thread, before } = await inCrisis();
      await text(phone, said);
      await test.runUntilIdle();
      expect(received(phone).slice(before)).toEqual([
        'Good to hear. Ada answers again. If you ever need someone: 988, call or text, any time.',
        expect.stringContaining('4'),
      ]);
      expect(await threadOf(phone)).toMatchObject({ ...quiet, aiReturnsAt: null });
      expect(await eventsOf(thread.id)).toMatchObject([
        { level: 'certain', settledAs: 'false-by-person' },
      ]);
      await text(phone, 'I want to kill myself');
      await test.runUntilIdle();
      expect(received(phone).at(-1)).toContain('Call 911');
      expect(await threadOf(phone)).toMatchObject({ handler: 'human', riskAt: expect.any(Date) });
    },
  );

  it.each(["I'm fine with dying", "I'm not fine", "I'm fine?", 'ok'])(
    'is not what this says: %s',
    async (said) => {
      const { phone, before } = await inCrisis();
      await text(phone, said);
      await test.runUntilIdle();
      expect(received(phone).slice(before).join()).not.toContain('Good to hear');
      expect(await threadOf(phone)).toMatchObject({ handler: 'human', riskAt: expect.any(Date) });
    },
  );

  it.each(['take', 'messages'])("is the team's to judge once it is there: %s", async (gesture) => {
    const { phone, thread } = await inCrisis();
    await admin.call('POST', `/api/threads/${thread.id}/${gesture}`, { body: 'I am here.' });
    await text(phone, "I'm fine");
    await test.runUntilIdle();
    expect(await threadOf(phone)).toMatchObject({ handler: 'human', riskAt: expect.any(Date) });
    expect((await messagesOf(phone)).at(-1)).toMatchObject({ answerState: 'held' });
    expect(await eventsOf(thread.id)).toMatchObject([{ settledAs: null }]);
  });

  it('of a child does not bring the AI back', async () => {
    const { phone } = await aConnectedUser(test, expert);
    for (const said of ['I want to kill myself', 'I am 11 years old', "I'm fine"]) {
      await text(phone, said);
    }
    await test.runUntilIdle();
    expect(await threadOf(phone)).toMatchObject({ handler: 'human', handedBecause: 'age' });
  });

  it('ends with one click of the team', async () => {
    const { phone, thread, before } = await inCrisis();
    const path = `/api/threads/${thread.id}/false-alarm`;
    const { status, body } = await admin.call('POST', path, {});
    expect([status, body.thread]).toEqual([
      200,
      expect.objectContaining({ handler: 'ai', riskAt: null }),
    ]);
    await test.runUntilIdle();
    expect(received(phone).slice(before)).toEqual([expect.stringContaining('4')]);
    expect(await eventsOf(thread.id)).toMatchObject([{ settledAs: 'false-by-team' }]);
  });

  it('also where the AI answers: the mark of a possible sign goes', async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    await text(phone, sign);
    await test.runUntilIdle();
    await admin.call('POST', `/api/threads/${thread.id}/false-alarm`, {});
    expect(await threadOf(phone)).toMatchObject({ ...quiet, concernAt: null, handlerEpoch: 0 });
    expect(await eventsOf(thread.id)).toMatchObject([{ settledAs: 'false-by-team' }]);
  });

  it('is counted in the yearly report', async () => {
    const year = test.runtime.clock.now().getUTCFullYear();
    const { text: csv } = await admin.call('GET', `/api/safety/report?year=${year}`);
    const [header, ...lines] = csv.split('\r\n');
    expect(header).toBe(
      'month,level,kind,rule,country,events,texts sent,false by person,false by team',
    );
    const certain = lines.find((one) => one.includes('certain,suicide,en/kill-myself,US'));
    expect(
      certain
        ?.split(',')
        .slice(-2)
        .every((count) => Number(count) > 0),
    ).toBe(true);
    const file = join(test.runtime.config.dataDir, 'report.csv');
    writeFileSync(file, csv);
    const shares = measureFalseAlarms([file]);
    const [, , , , , events, , byPerson, byTeam] = certain?.split(',').map(Number) ?? [];
    expect(shares).toContainEqual({
      bench: 'safety, false alarms',
      measure: `en/kill-myself, certain, ${events} events`,
      value: (100 * (Number(byPerson) + Number(byTeam))) / Number(events),
      unit: '%',
    });
    expect(lines.some((one) => one.includes(',possible,'))).toBe(true);
  });
});
