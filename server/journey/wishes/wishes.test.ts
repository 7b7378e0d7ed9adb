import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connections, type ExpertRow, optOuts } from '#server/db/schema.ts';
import { connectUser } from '#server/people/connections/service.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aPhone, aUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

let test: TestApp;
let expert: ExpertRow;
let { text, received, messagesOf, threadOf, spends } = {} as ReturnType<typeof createTexter>;

// Twilio answers keywords, as it does unless that is switched off.
beforeAll(async () => {
  test = await startTestApp({});
  expert = await anExpert(test);
  ({ text, received, messagesOf, threadOf, spends } = createTexter(test, expert));
});
afterAll(() => test.close());

const optOutsOf = (phone: string) =>
  test.runtime.db.select().from(optOuts).where(eq(optOuts.handle, phone));

async function send(phone: string, body: string, to = expert): Promise<string[]> {
  const before = received(phone).length;
  await text(phone, body, to);
  await test.runUntilIdle();
  return received(phone).slice(before);
}

const optedOut =
  'Sagewire: You get no more texts from Ada. Reply START to get them again, or STOPALL to stop texts from all our experts.';
const stopQuestion = 'Stop all texts from Ada? Reply STOP. If not, just go on writing.';

describe('a wish to be left alone', () => {
  it.each([
    'OPT OUT',
    'opt-out',
    'Stop please',
    'please stop texting me',
    'unsubscribe me',
    'STOP 🛑',
    'S\u200bTOP',
    'STOP. Thanks, Bob',
    'who is this stop texting me',
  ])('%j is recorded and confirmed, because the gateway does not know it', async (body) => {
    const { phone, user } = await aConnectedUser(test, expert);
    expect(await send(phone, body)).toEqual([optedOut]);
    expect(await optOutsOf(phone)).toMatchObject([{ blockedByGateway: false }]);
    expect(await send(phone, 'What is 2+2?')).toEqual([]);
    expect(await spends(user.id)).toBe(0);
    expect((await messagesOf(phone))[0]).toMatchObject({ keyword: 'STOP', guard: 'keyword' });
    expect(await send(phone, 'start again')).toEqual([expect.stringContaining('opted in again')]);
  });

  it('STOP itself is confirmed by the gateway alone', async () => {
    const { phone } = await aConnectedUser(test, expert);
    expect(await send(phone, 'STOP')).toEqual([]);
    expect(await optOutsOf(phone)).toMatchObject([{ blockedByGateway: true }]);
  });

  it('is asked about where it is only likely: once a day, free, without a model', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    expect(await send(phone, 'leave me alone')).toEqual([stopQuestion]);
    expect(await spends(user.id)).toBe(0);
    expect(await optOutsOf(phone)).toEqual([]);
    await send(phone, 'What is 2+2?');
    const [answer, ...more] = await send(phone, 'can you stop');
    expect(answer).not.toBe(stopQuestion);
    expect(more).toEqual([]);
    expect(await spends(user.id)).toBe(2);
  });

  it.each(['Yes', 'yep', 'STOP.', '👍', 'yes please stop', 'leave me alone', 'wrong number'])(
    '%s to that question stops',
    async (body) => {
      const { phone } = await aConnectedUser(test, expert);
      await send(phone, 'cancel my subscription');
      expect(await send(phone, body)).toEqual([optedOut]);
      expect(await optOutsOf(phone)).toHaveLength(1);
    },
  );

  it('a no to that question is free, and a later yes answers the expert', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    await send(phone, 'stop it');
    expect(await send(phone, 'No')).toEqual([
      'OK, Ada goes on answering. Just text your question.',
    ]);
    expect(await spends(user.id)).toBe(0);
    await send(phone, 'Are you there?');
    expect(await send(phone, 'yes')).toHaveLength(1);
    expect(await optOutsOf(phone)).toEqual([]);
    expect(await spends(user.id)).toBe(2);
  });

  it('in the dashboard, likely wishes go to the model', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    const { writeFromDashboard } = await import('../doors/from-dashboard.ts');
    const { id: threadId } = await threadOf(phone);
    const writer = { id: user.id, isStaff: false };
    await writeFromDashboard(test.runtime, { user: writer, threadId, body: 'can you stop' });
    await test.runUntilIdle();
    expect(await spends(user.id)).toBe(1);
  });
});

describe('STOPALL', () => {
  it('stops every line, also one that is added later, until a START to it', async () => {
    const other = await anExpert(test, { displayName: 'Rue' });
    const { phone, user } = await aConnectedUser(test, expert);
    expect(await send(phone, 'stop all')).toEqual([
      'Sagewire: You get no more texts from any of our experts. Reply START to hear from Ada again.',
    ]);
    const connecting = connectUser(test.runtime, {
      user,
      expertId: other.id,
      address: '192.0.2.1',
      isFresh: true,
    });
    await expect(connecting).rejects.toThrow('has opted out');
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(1);
    expect(await send(phone, 'Hello?', other)).toEqual([]);
    const { call } = await signIn(test, asAdmin);
    const created = await addExpert(call, other);
    expect(
      await test.runtime.db
        .select()
        .from(optOuts)
        .where(and(eq(optOuts.handle, phone), eq(optOuts.address, created.phoneNumber))),
    ).toHaveLength(1);
    expect(await send(phone, 'START', other)).toEqual([expect.stringContaining('opted in again')]);
    expect(await send(phone, 'Hello?', other)).toHaveLength(1);
    expect(await send(phone, 'Hello?')).toEqual([]);
  });
});

describe('STOPALL before its turn', () => {
  it('counts for the other lines from the ack on, and is confirmed once', async () => {
    const other = await anExpert(test, { displayName: 'Rue' });
    const { phone } = await aConnectedUser(test, expert);
    await text(phone, 'Stop all, please');
    expect(await optOutsOf(phone)).toContainEqual(
      expect.objectContaining({ address: other.phoneNumber, blockedByGateway: false }),
    );
    await test.runUntilIdle();
    expect(received(phone)).toEqual([expect.stringContaining('from any of our experts')]);
    expect(await optOutsOf(phone)).toContainEqual(
      expect.objectContaining({ address: expert.phoneNumber }),
    );
  });
});

async function addExpert(
  call: Awaited<ReturnType<typeof signIn>>['call'],
  { providerId }: ExpertRow,
): Promise<{ phoneNumber: string }> {
  const handle = `later-${crypto.randomUUID().slice(0, 8)}`;
  const fields = {
    channel: 'SMS',
    handle,
    displayName: 'Later',
    providerId,
    phoneNumber: aPhone(),
  };
  const { status, body } = await call('POST', '/api/experts', fields);
  expect(status).toBe(200);
  return body.expert;
}

describe('an answer to "Reply YES"', () => {
  async function askedPhone() {
    const phoneNumber = aPhone();
    const user = await aUser(test, { phoneNumber });
    await connectUser(test.runtime, {
      user,
      expertId: expert.id,
      address: '192.0.2.1',
      isFresh: true,
    });
    await test.runUntilIdle();
    expect(received(phoneNumber)).toEqual([expect.stringContaining('Reply YES')]);
    return { phone: phoneNumber, user };
  }

  const stateOf = async (userId: string) =>
    (
      await test.runtime.db
        .select({ state: connections.state })
        .from(connections)
        .where(eq(connections.userId, userId))
    ).map(({ state }) => state);

  it.each(['Yes please', 'Y', 'yep', 'sí', 'YES 👍', '👍', "yes it's me", 'ok'])(
    '%s connects',
    async (body) => {
      const { phone, user } = await askedPhone();
      expect(await send(phone, body)).toEqual([
        expect.stringContaining("You're connected with Ada"),
      ]);
      expect(await stateOf(user.id)).toEqual(['active']);
    },
  );

  it.each(['no', 'Wrong number', '👎'])('%s ends the question', async (body) => {
    const { phone, user } = await askedPhone();
    expect(await send(phone, body)).toEqual([
      'OK, this number is not connected to Ada. Reply STOP for no more texts.',
    ]);
    expect(await stateOf(user.id)).toEqual([]);
    expect(await send(phone, 'YES')).not.toContainEqual(expect.stringContaining('connected with'));
  });

  it('what is not understood is told once what to send, then nothing that day', async () => {
    const { phone, user } = await askedPhone();
    expect(await send(phone, 'who is this??')).toEqual([
      expect.stringMatching(
        /^Sorry, I didn't get that\. Reply just YES to chat with Ada as .+ NO if/,
      ),
    ]);
    expect(await send(phone, 'huh')).toEqual([]);
    expect(await stateOf(user.id)).toEqual(['pending']);
    expect(await send(phone, 'oh, yes')).toEqual([expect.stringContaining("You're connected")]);
  });
});
