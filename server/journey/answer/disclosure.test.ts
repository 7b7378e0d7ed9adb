import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import { experts, threads, type users } from '#server/db/schema.ts';
import { channelKeys } from '#shared/channels.ts';
import { countSmsSegments } from '#shared/sms.ts';
import { hourMs } from '#shared/time.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert } from '#test/factories.ts';
import { answerOnly } from '#test/queue.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

let test: TestApp;
let admin: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  test = await startTestApp();
  admin = await signIn(test, asAdmin);
});
afterAll(() => test.close());

let madeNumbers = 0;
const aBritishPhone = () => `+4474001234${10 + madeNumbers++}`;

type Change = Partial<typeof experts.$inferInsert>;

async function aNewConversation(
  change: Change = {},
  person: Partial<typeof users.$inferInsert> = {},
  address?: string,
) {
  const expert = await anExpert(test, change);
  const found = await aConnectedUser(test, expert, { paidMessages: 50, ...person }, address, null);
  const texter = createTexter(test, expert);
  return {
    ...found,
    ...texter,
    expert,
    async ask(body = 'What is 2 + 2?'): Promise<string> {
      const before = texter.received(found.phone).length;
      const to = expert.channel === 'AMB' ? { to: expert.handle } : {};
      await texter.text(found.phone, body, expert, to);
      await test.runUntilIdle();
      return texter.received(found.phone).slice(before).join('\n');
    },
  };
}

/** Refuses the next text for which `when` holds. @returns what ends it. */
function refuseNumber(when: () => boolean): () => void {
  const { fetch: call } = test.runtime;
  let isDone = false;
  test.runtime.fetch = async (url, init) => {
    if (isDone || !String(url).includes('Messages.json') || !when()) return call(url, init);
    isDone = true;
    return Response.json({ code: 21211, message: 'Not a number', status: 400 }, { status: 400 });
  };
  return () => {
    test.runtime.fetch = call;
  };
}

const disclosure = "I'm Ada, an AI from Sagewire. Not a person.";

describe('a reply says that an AI writes it', () => {
  it.each(channelKeys)('when it is the first of a conversation by %s', async (channel) => {
    const isApple = channel === 'AMB';
    const own = isApple ? { phoneNumber: null, handle: `biz-${crypto.randomUUID()}` } : {};
    const address = isApple ? `urn:mbid:${crypto.randomUUID()}` : undefined;
    const { ask, messagesOf, phone } = await aNewConversation({ channel, ...own }, {}, address);
    const first = await ask();
    expect(first).toMatch(/^I'm Ada, an AI from Sagewire\. Not a person\.\n\n/);
    expect(first).toContain('4');
    expect(await ask()).not.toContain(disclosure);
    const [, reply] = await messagesOf(phone);
    expect(reply?.body).toBe(first);
    if (channel === 'SMS') expect(reply?.segments).toBe(countSmsSegments(first).segments);
  });

  it.each([
    ['service', 'US'],
    ['companion', 'US'],
    ['service', 'GB'],
    ['companion', 'GB'],
  ] as const)('%s, %s: again after three hours', async (kind, place) => {
    const phoneNumber = place === 'GB' ? { phoneNumber: aBritishPhone() } : {};
    const { ask } = await aNewConversation({ class: kind }, phoneNumber);
    expect(await ask()).toContain(disclosure);
    for (const hours of [0, 2]) {
      await test.advance(hours * hourMs);
      expect(await ask()).not.toContain(disclosure);
    }
    for (const hours of [3.5, 30]) {
      await test.advance(hours * hourMs);
      expect(await ask()).toContain(disclosure);
      expect(await ask()).not.toContain(disclosure);
    }
  });

  it('as often as an admin wants it, but never less often than the rule', async () => {
    const person = await aNewConversation();
    const { id } = person.expert;
    const set = async (disclosureHours: number) => {
      const { status, body } = await admin.call('PUT', `/api/experts/${id}`, { disclosureHours });
      expect([status, body.expert.disclosureHours]).toEqual([200, disclosureHours]);
    };
    await set(1);
    await person.ask();
    await test.advance(hourMs);
    expect(await person.ask()).toContain(disclosure);
    await set(24);
    await test.advance(3 * hourMs);
    expect(await person.ask()).toContain(disclosure);
    const refused = await admin.call('PUT', `/api/experts/${id}`, { disclosureHours: 25 });
    expect(refused.status).toBe(400);
  });

  it('every hour to a minor', async () => {
    const { ask, thread } = await aNewConversation({}, { phoneNumber: aBritishPhone() });
    const { db, clock } = test.runtime;
    const isTheirs = eq(threads.id, thread.id);
    await db.update(threads).set({ minorSince: clock.now() }).where(isTheirs);
    await ask();
    expect(await ask()).not.toContain(disclosure);
    await test.advance(hourMs);
    expect(await ask()).toContain(disclosure);
  });

  it('to a minor in the reply to the text that says so', async () => {
    const { ask } = await aNewConversation();
    await ask();
    await test.advance(hourMs);
    expect(await ask("I'm 15 years old. What is 2 + 2?")).toContain(disclosure);
  });

  it('whenever a longer text asks for it, whatever the model writes', async () => {
    const { ask } = await aNewConversation();
    await ask();
    const reply = await ask('Hi! Are you a real person? And what is 2 + 2?');
    expect(reply).toMatch(/^I'm Ada, an AI from Sagewire\. Not a person\.\n\n/);
    expect(reply).toContain('I am the sandbox');
    expect(await ask()).not.toContain(disclosure);
  });

  it.each([
    ['a rejection', { validator: 'Only maths.' }, 'Tell me a joke [reject]'],
    ['a long rejection', { validator: 'Maths.', rejected: 'No. '.repeat(400) }, 'Joke [reject]'],
    ['an apology', {}, 'What is 2 + 2? [fail 400]'],
  ])('where %s comes first', async (_, change, question) => {
    const { ask, messagesOf, phone } = await aNewConversation(change);
    const said = await ask(question);
    expect(said).toMatch(/^I'm Ada, an AI from Sagewire\. Not a person\.\s+(Sorry|No)/);
    const [, text] = await messagesOf(phone);
    expect(text).toMatchObject({ origin: 'system', deliveryState: 'delivered' });
    expect(await ask(question)).not.toContain(disclosure);
    expect(await ask()).not.toContain(disclosure);
  });

  it('in the name of the business behind it', async () => {
    const { ask, expert } = await aNewConversation({ displayName: 'Bo', siteName: 'Bo & Co' });
    expect(await ask()).toContain("I'm Bo, an AI from Bo & Co. Not a person.");
    await admin.call('PUT', `/api/experts/${expert.id}`, { business: 'Northwind Ltd' });
    await test.advance(3 * hourMs);
    expect(await ask()).toContain("I'm Bo, an AI from Northwind Ltd. Not a person.");
  });

  it('in the dashboard as on the phone', async () => {
    const { user, thread, messagesOf, phone } = await aNewConversation();
    const token = await createToken(test.runtime.db, user.id, test.runtime.clock.now());
    await callAs(test, token)('POST', `/api/threads/${thread.id}/messages`, {
      body: 'What is 2 + 2?',
    });
    await test.runUntilIdle();
    expect((await messagesOf(phone))[1]?.body).toContain(disclosure);
  });

  it('but the model does not read it', async () => {
    const { ask } = await aNewConversation();
    const asked: string[] = [];
    const { fetch: call } = test.runtime;
    test.runtime.fetch = (url, init) => {
      if (String(url).includes('/responses')) asked.push(String(init?.body));
      return call(url, init);
    };
    await ask();
    await ask('And 3 + 3?');
    test.runtime.fetch = call;
    expect(asked).toHaveLength(2);
    expect(asked[1]).toContain('What is 2 + 2?');
    expect(asked.join()).not.toContain('Not a person');
  });

  it.each([
    ['companion', true],
    ['service', false],
  ] as const)('tells the model of a %s about a minor: %s', async (kind, isTold) => {
    const { ask } = await aNewConversation({ class: kind });
    const asked: string[] = [];
    const { fetch: call } = test.runtime;
    test.runtime.fetch = (url, init) => {
      if (String(url).includes('/responses')) asked.push(String(init?.body));
      return call(url, init);
    };
    await ask("I'm 15 years old. What is 2 + 2?");
    await ask('Ok. Are you a real person? And what is 3 + 1?');
    test.runtime.fetch = call;
    expect(asked.map((body) => body.includes('no role play'))).toEqual([isTold, isTold]);
    expect(asked.map((body) => body.includes('You are an AI: never deny it.'))).toEqual([
      false,
      true,
    ]);
  });

  it('by however long a name, and within the length of a text', async () => {
    const displayName = 'Ada the Very Patient '.repeat(4).trim();
    const { ask, phone, received } = await aNewConversation({ displayName });
    await ask('[long] rice');
    expect(received(phone)).toHaveLength(3);
    expect(received(phone)[0]).toContain(`I'm ${displayName}, an AI from Sagewire. Not a person.`);
    for (const part of received(phone)) expect(part.length).toBeLessThanOrEqual(480);
  });
});

describe('it counts as said only where the person could read it', () => {
  it('not where a person took over before: the draft is without it, and the next reply says it', async () => {
    const { ask, text, thread, phone, received } = await aNewConversation();
    await text(phone, 'What is 2 + 2?');
    await answerOnly(test);
    await admin.call('POST', `/api/threads/${thread.id}/take`);
    const { body } = await admin.call('GET', `/api/threads/${thread.id}/messages`);
    const shown: { answer: { draft: string | null } | null }[] = body.messages;
    const [draft] = shown.flatMap(({ answer }) => answer?.draft ?? []);
    expect(draft).toContain('4');
    expect(draft).not.toContain('an AI from');
    await admin.call('POST', `/api/threads/${thread.id}/return`, { answer: 'none' });
    expect(await ask()).toContain(disclosure);
    expect(received(phone)).toHaveLength(1);
  });

  it('and again after a person has answered', async () => {
    const { ask, thread } = await aNewConversation({ pauseAfterText: 'none' });
    await ask();
    await admin.call('POST', `/api/threads/${thread.id}/messages`, { body: 'Ana here.' });
    expect(await ask()).toContain(disclosure);
    await admin.call('POST', `/api/threads/${thread.id}/take`);
    await admin.call('POST', `/api/threads/${thread.id}/return`, { answer: 'none' });
    expect(await ask()).toContain(disclosure);
  });

  it('not where the gateway could not deliver it', async () => {
    const { ask } = await aNewConversation();
    await ask('What is 2 + 2? [send 30003]');
    expect(await ask()).toContain(disclosure);
    expect(await ask()).not.toContain(disclosure);
  });

  it('but where a later part could not be delivered, it was read', async () => {
    const { ask, phone, received, messagesOf } = await aNewConversation();
    const restore = refuseNumber(() => received(phone).length === 1);
    expect(await ask('[long] rice')).toContain(disclosure);
    restore();
    expect(received(phone)).toHaveLength(1);
    expect((await messagesOf(phone)).at(-1)).toMatchObject({ deliveryState: 'failed' });
    expect(await ask()).not.toContain(disclosure);
  });
});

describe('a reply that leaves later than it was written', () => {
  it('says it where the one before it, which did, has failed', async () => {
    const { text, phone, received, messagesOf } = await aNewConversation();
    await text(phone, 'What is 2 + 2?');
    await text(phone, 'What is 3 + 3?');
    await answerOnly(test);
    await answerOnly(test);
    const restore = refuseNumber(() => received(phone).length === 0);
    await test.runUntilIdle();
    restore();
    expect(received(phone)).toEqual([disclosure, expect.stringMatching(/^3 \+ 3 is 6/)]);
    const reply = (await messagesOf(phone)).at(-1);
    expect(reply).toMatchObject({
      body: received(phone).join('\n'),
      disclosureLength: disclosure.length + 1,
      segments: 2,
      deliveryState: 'delivered',
    });
  });

  it('says it where an admin sends it again in a new talk', async () => {
    const { ask, phone, received, messagesOf, thread } = await aNewConversation();
    await ask();
    await ask('What is 3 + 3? [send 30003]');
    const reply = (await messagesOf(phone)).at(-1);
    const path = `/api/threads/${thread.id}/messages/${reply?.id}/replay`;
    const seen = received(phone).length;
    await test.advance(26 * hourMs);
    admin = await signIn(test, asAdmin);
    expect((await admin.call('POST', path)).status).toBe(200);
    await test.runUntilIdle();
    expect(received(phone).slice(seen)).toEqual([disclosure, reply?.body]);
    expect(await ask()).not.toContain(disclosure);
  });
});

it('refuses a class that no rule knows', async () => {
  const { expert } = await aNewConversation();
  const reply = await admin.call('PUT', `/api/experts/${expert.id}`, { class: 'friend' });
  expect([reply.status, reply.body.message]).toEqual([
    400,
    'class: class must be one of service, companion',
  ]);
  const [row] = await test.runtime.db.select().from(experts).where(eq(experts.id, expert.id));
  expect(row?.class).toBe('service');
});
