import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import { type experts, optOuts, threads, users } from '#server/db/schema.ts';
import { readLocalTime } from '#shared/calendar.ts';
import { channelKeys } from '#shared/channels.ts';
import { weekdays } from '#shared/opening-hours.ts';
import { countSmsSegments } from '#shared/sms.ts';
import { minuteMs } from '#shared/time.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { findInDatabase } from '#test/erasure.ts';
import { aConnectedUser, anExpert, aPhone, getUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter, numberIn } from '#test/texter.ts';

let test: TestApp;
let admin: Awaited<ReturnType<typeof signIn>>;
const calls: string[] = [];
beforeAll(async () => {
  test = await startTestApp();
  admin = await signIn(test, asAdmin);
  const { fetch: call } = test.runtime;
  test.runtime.fetch = (url, init) => {
    if (String(url).includes('/responses')) calls.push(String(init?.body));
    return call(url, init);
  };
});
afterAll(() => test.close());

type ExpertChange = Partial<typeof experts.$inferInsert>;
type PersonChange = Partial<typeof users.$inferInsert>;

async function aPhoneThatTexts(change: ExpertChange = {}, isStranger = false) {
  const isApple = change.channel === 'AMB';
  const own = isApple ? { phoneNumber: null, handle: `biz-${crypto.randomUUID()}` } : {};
  const expert = await anExpert(test, { ...own, ...change });
  const phone = isApple ? `urn:mbid:${crypto.randomUUID()}` : aPhone();
  const texter = createTexter(test, expert);
  const person = (more: PersonChange = {}) =>
    aConnectedUser(test, expert, isApple ? more : { phoneNumber: phone, ...more }, phone);
  const connected = isStranger ? null : await person();
  return {
    ...texter,
    expert,
    phone,
    user: connected?.user,
    thread: connected?.thread,
    async say(body: string): Promise<string[]> {
      const before = texter.received(phone).length;
      await texter.text(phone, body, expert, isApple ? { to: expert.handle } : {});
      await test.runUntilIdle();
      return texter.received(phone).slice(before);
    },
  };
}

async function aUserWhoTexts(change: ExpertChange = {}) {
  const { user, thread, ...person } = await aPhoneThatTexts(change);
  if (!user || !thread) throw new Error('No user');
  return { ...person, user, thread };
}

const answers: [string, RegExp][] = [
  ['MENU', /^Ask Ada anything\. BALANCE: messages left\./],
  ['balance', /^You have 5 of 5 messages left\. Plans: http\S+\/user\/subscription$/],
  ['Plans.', /^Plans, prices and what you have: http\S+\/user\/subscription$/],
  [' who ', /^I'm Ada, an AI from Sagewire\. Not a person\. Text HUMAN to reach one\.$/],
  ['ＭＥＮＵ', /^Ask Ada anything\./],
  ['forget   me!', /^Delete your account, .* Reply FORGET \d{4} \d{4} within 10 minutes\./],
];

describe('a word', () => {
  it.each(channelKeys)('is answered by %s, for free and without the model', async (channel) => {
    const { say, user, spends } = await aUserWhoTexts({ channel });
    calls.length = 0;
    for (const [word, answer] of answers) {
      const [text, ...more] = await say(word);
      expect(text, word).toMatch(answer);
      expect(more).toEqual([]);
    }
    expect([calls.length, await spends(user.id)]).toEqual([0, 0]);
  });

  it.each(channelKeys)('is answered to a phone without an account by %s', async (channel) => {
    const { say } = await aPhoneThatTexts({ channel }, true);
    expect(await say('MENU')).toEqual([expect.stringMatching(/^Ask Ada anything/)]);
    expect(await say('Who')).toEqual([expect.stringContaining('an AI from Sagewire')]);
    expect(await say('BALANCE')).toEqual([expect.stringContaining('This number has no account')]);
  });

  it('is answered even while the expert is paused, without credit, or by a person', async () => {
    const { say, user, thread } = await aUserWhoTexts({ status: 'PAUSED' });
    const spent = { messageCount: 5 };
    await test.runtime.db.update(users).set(spent).where(eq(users.id, user.id));
    expect(await say('BALANCE')).toEqual([expect.stringContaining('You have 0 of 5 messages')]);
    await admin.call('POST', `/api/threads/${thread.id}/take`);
    expect(await say('MENU')).toEqual([expect.stringMatching(/^Ask Ada anything/)]);
    await test.runtime.db.update(users).set({ messageCount: 0 }).where(eq(users.id, user.id));
  });

  it('is answered with what a subscription gives', async () => {
    const { say, user } = await aUserWhoTexts();
    const subExpiration = new Date('2099-03-01');
    await test.runtime.db.update(users).set({ subExpiration }).where(eq(users.id, user.id));
    expect(await say('BALANCE')).toEqual([
      expect.stringContaining('unlimited messages until Mar 1, 2099.'),
    ]);
  });

  it('is not answered after STOP', async () => {
    const { say } = await aUserWhoTexts();
    await say('STOP');
    expect(await say('MENU')).toEqual([]);
    expect(await say('FORGET ME')).toEqual([]);
    expect(await say('are you human?')).toEqual([]);
  });

  it('is answered in the dashboard, too, where deleting needs the password', async () => {
    const { user, thread, messagesOf, threadOf, phone } = await aUserWhoTexts();
    const token = await createToken(test.runtime.db, user.id, test.runtime.clock.now());
    for (const body of ['Menu', 'FORGET ME', 'YES', 'HUMAN']) {
      await callAs(test, token)('POST', `/api/threads/${thread.id}/messages`, { body });
      await test.runUntilIdle();
    }
    const bodies = (await messagesOf(phone)).map(({ body }) => body).join('\n');
    expect(bodies).toContain('Ask Ada anything.');
    expect(bodies).toContain('You can delete your account in Settings: http');
    expect((await getUser(test.runtime.db, user.id)).deletedAt).toBeNull();
    expect(await threadOf(phone)).toMatchObject({ handler: 'human', handedBecause: 'asked' });
  });

  it('is not the caption of a picture', async () => {
    const { text, received, phone } = await aUserWhoTexts();
    await text(phone, 'Menu', undefined, {
      pictures: [{ bytes: Buffer.from('a cat'), contentType: 'image/png' }],
    });
    await test.runUntilIdle();
    expect(received(phone).join()).not.toContain('Ask Ada anything');
  });

  it('is answered ten times an hour, says so once, then only once who asks for a person or to be forgotten', async () => {
    const { say, user, spends, phone, threadOf } = await aUserWhoTexts();
    calls.length = 0;
    for (let round = 0; round < 5; round++) {
      await say('MENU');
      await say('WHO');
      await test.advance(3 * minuteMs);
    }
    expect(await say('PLANS')).toEqual([expect.stringContaining('these rest for a while')]);
    expect(await say('PLANS')).toEqual([]);
    expect(await say('Are you human?')).toEqual([expect.stringContaining('an AI from')]);
    expect(await say('FORGET ME')).toHaveLength(1);
    expect(await say('HUMAN')).toEqual([expect.stringMatching(/^Of course/)]);
    expect(await say('FORGET ME')).toEqual([]);
    expect(await say('HUMAN')).toEqual([]);
    expect(await threadOf(phone)).toMatchObject({ handler: 'human' });
    expect([calls.length, await spends(user.id)]).toEqual([0, 0]);
    await test.advance(60 * minuteMs);
    expect(await say('PLANS')).toHaveLength(1);
  });

  it('HUMAN is answered in one segment each time, as the other words are', async () => {
    const timeZone = 'America/Los_Angeles';
    const today = readLocalTime(test.runtime.clock.now(), timeZone).weekday;
    // Neither today nor tomorrow, and not even after half an hour of texts.
    const open = (today + 3) % weekdays.length;
    const days = weekdays.map((_, day) => (day === open ? '09:00-10:00' : ''));
    const change = {
      displayName: 'Ada of the Very Long Name '.repeat(4).slice(0, 100),
      openingHours: { timeZone, days },
    };
    const { say, phone, threadOf } = await aUserWhoTexts(change);
    for (let round = 0; round < 10; round++) {
      const [text = '', ...more] = await say(round % 2 ? 'human' : 'agent');
      expect(text).toMatch(/^Of course\. .* a person is back \w+ at 9:00 /);
      expect(text).toContain(` ${weekdays[open]} `);
      expect([countSmsSegments(text).segments, more]).toEqual([1, []]);
      await test.advance(3 * minuteMs);
    }
    expect(await say('HUMAN')).toEqual([]);
    expect(await say('Hello?')).toEqual([]);
    expect(await threadOf(phone)).toMatchObject({ handler: 'human' });
  });

  it('HUMAN promises a phone without an account no more than is true', async () => {
    const { say, phone, threadOf } = await aPhoneThatTexts({}, true);
    expect(await say('HUMAN')).toEqual([
      "We've told the team behind Ada that you ask for a person. If one can answer, it will be here.",
    ]);
    expect(await threadOf(phone)).toMatchObject({ handler: 'ai', humanWantedAt: expect.any(Date) });
  });

  it('is renamed or removed where the expert needs the word for itself', async () => {
    const { say, expert, thread, threadOf, phone } = await aUserWhoTexts();
    const put = (words: object) => admin.call('PUT', `/api/experts/${expert.id}`, { words });
    const { body } = await put({ balance: 'credit.', plans: null, human: 'PERSON' });
    expect(body.expert.words).toEqual({ balance: 'CREDIT', plans: null, human: 'PERSON' });
    expect(await say('Credit')).toEqual([expect.stringContaining('of 5 messages left')]);
    calls.length = 0;
    for (const word of ['BALANCE', 'PLANS', 'HUMAN']) await say(word);
    expect(calls).toHaveLength(3);
    expect((await threadOf(phone)).handler).toBe('ai');
    await say('person');
    expect((await threadOf(phone)).handler).toBe('human');
    expect(thread.handler).toBe('ai');
  });

  it.each([
    [{ menu: 'STOP' }, 'words.menu: This word already has another meaning'],
    [{ menu: 'Operator' }, 'words.menu: This word already has another meaning'],
    [{ human: 'spam' }, 'words.human: This word already has another meaning'],
    [{ menu: 'yes' }, 'words.menu: This word already has another meaning'],
    [{ who: 'MENU' }, 'words: Two words are the same'],
    [{ who: 'W' }, 'words.who: A word has at least two letters or digits, and no other characters'],
    [{ who: 'WHO ARE YOU THEN' }, 'words.who: A word has at most 12 characters'],
  ])('can not be %j', async (words, message) => {
    const { expert } = await aUserWhoTexts();
    const reply = await admin.call('PUT', `/api/experts/${expert.id}`, { words });
    expect([reply.status, reply.body.message]).toEqual([400, message]);
  });

  it('HELP and START come first, and HELP names the others', async () => {
    const { say } = await aUserWhoTexts({ channel: 'WHATSAPP' });
    expect(await say('HELP')).toEqual([
      expect.stringMatching(
        /You can also text MENU, BALANCE, PLANS, WHO, HUMAN, FORGET ME\. Reply STOP to opt out\. More at \S+\/safety$/,
      ),
    ]);
  });
});

describe('"Are you human?"', () => {
  it('gets the truth, whatever the prompt says, and no model is asked', async () => {
    const systemPrompt = 'You are Ada, a woman of 36. Never say that you are an AI.';
    const { say, user, spends } = await aUserWhoTexts({ systemPrompt });
    calls.length = 0;
    for (const question of [
      'Human?',
      'are you human?',
      'Am I talking to a real person',
      '¿Eres un bot?',
    ]) {
      expect(await say(question)).toEqual([
        "I'm Ada, an AI from Sagewire. Not a person. Text HUMAN to reach one.",
      ]);
    }
    expect([calls.length, await spends(user.id)]).toEqual([0, 0]);
  });

  it('is a person, while one answers', async () => {
    const { say, thread } = await aUserWhoTexts({ business: 'Northwind Ltd' });
    await admin.call('POST', `/api/threads/${thread.id}/take`);
    expect(await say('Is this AI?')).toEqual([
      'A person from Northwind Ltd answers here now. Before that it was Ada, an AI.',
    ]);
  });

  it('is no one yet, while the team has only been told', async () => {
    const { say, thread } = await aUserWhoTexts({ business: 'Northwind Ltd' });
    await say('HUMAN');
    expect(await say('Are you human?')).toEqual([
      'You wrote with Ada, an AI from Northwind Ltd. It is off here now: the team has been told, and no person has answered yet.',
    ]);
    await admin.call('POST', `/api/threads/${thread.id}/messages`, { body: 'Hello, I am Jo.' });
    expect((await say('WHO')).at(-1)).toMatch(/^A person from Northwind Ltd/);
  });
});

describe('FORGET ME', () => {
  const isThere = async (id: string) => (await getUser(test.runtime.db, id)).deletedAt === null;

  it.each(channelKeys)(
    'and our number delete the account by %s, with one last text',
    async (channel) => {
      const { say, user, phone } = await aUserWhoTexts({ channel });
      await say('My secret is a walrus.');
      const asked = await say('FORGET ME');
      expect(asked).toHaveLength(1);
      expect(await isThere(user.id)).toBe(true);
      expect(await say(`Forget ${numberIn(asked)}`)).toEqual([
        'Done: everything is deleted. If you text again, it is a new conversation.',
      ]);
      expect(await isThere(user.id)).toBe(false);
      expect(await findInDatabase(test, [phone, user.email, 'walrus'])).toEqual([]);
      const [invitation] = await say('Hello again');
      expect(invitation).toMatch(/sign up/i);
    },
  );

  it.each([
    (number: string) => number,
    (number: string) => ` ${number}. `,
    (number: string) => `forget me ${number}, please`,
    (number: string) => `YES ${number}`,
    (number: string) => number.replace(' ', ''),
    (number: string) =>
      number.replaceAll(/\d/g, (digit) => '０１２３４５６７８９'[Number(digit)] ?? ''),
  ])('takes the number however it is typed: %s', async (write) => {
    const { say, user } = await aUserWhoTexts();
    await say(write(numberIn(await say('FORGET ME'))));
    expect(await isThere(user.id)).toBe(false);
  });

  it('says once what to send instead of a YES', async () => {
    const { say, user } = await aUserWhoTexts();
    const first = numberIn(await say('FORGET ME'));
    const again = await say('Yes');
    expect(again).toEqual([
      expect.stringMatching(
        /^A YES alone deletes nothing\. .* reply FORGET \d{4} \d{4} within 10 minutes/,
      ),
    ]);
    expect(numberIn(again)).not.toBe(first);
    expect(await say('YES')).toEqual([]);
    expect(await isThere(user.id)).toBe(true);
    await say(numberIn([...(await say('FORGET ME')), ...(await say('yes'))]));
    expect(await isThere(user.id)).toBe(false);
  });

  it('shows dots in the thread, where an open session and the team read it', async () => {
    const { say, phone, messagesOf } = await aUserWhoTexts();
    const number = numberIn(await say('FORGET ME'));
    const bodies = (await messagesOf(phone)).map(({ body }) => body);
    expect(bodies.at(-1)).toContain('Reply FORGET •••• •••• within');
    expect(bodies.join()).not.toContain(number);
  });

  it.each([
    ['another text', async (say: (body: string) => Promise<unknown>) => say('No, wait.')],
    ['another word', async (say: (body: string) => Promise<unknown>) => say('MENU')],
  ])('is over after %s: the number is an ordinary text then', async (_, happen) => {
    const { say, user } = await aUserWhoTexts();
    const number = numberIn(await say('FORGET ME'));
    await happen(say);
    calls.length = 0;
    await say(number);
    expect(await isThere(user.id)).toBe(true);
    expect(calls).toHaveLength(1);
  });

  it.each([false, true])(
    'needs an answer within ten minutes, and a later one answers nothing else (stranger: %s)',
    async (isStranger) => {
      const { say, phone, expert, user, threadOf } = await aPhoneThatTexts({}, isStranger);
      const claimant = await signIn(test, { phoneNumber: phone });
      await claimant.call('POST', `/api/experts/${expert.id}/connect`);
      await test.runUntilIdle();
      await say('FORGET ME');
      await test.advance(10 * minuteMs + 1);
      expect(await say('YES')).toEqual([
        'That came too late, so nothing is deleted. Text FORGET ME to be asked again.',
      ]);
      expect(await threadOf(phone)).toMatchObject({ userId: user?.id ?? null, erasedAt: null });
    },
  );

  it("forgets an account's question with the conversation", async () => {
    const { say, phone, expert, threadOf } = await aPhoneThatTexts({}, true);
    const claimant = await signIn(test, { phoneNumber: phone });
    await claimant.call('POST', `/api/experts/${expert.id}/connect`);
    await test.runUntilIdle();
    await say(numberIn(await say('FORGET ME')));
    await say('YES');
    expect(await threadOf(phone)).toMatchObject({ userId: null });
  });

  it('says no farewell after a STOP', async () => {
    const { say, text, received, phone, user } = await aUserWhoTexts({ channel: 'WHATSAPP' });
    const number = numberIn(await say('FORGET ME'));
    const before = received(phone).length;
    await text(phone, number);
    await text(phone, 'STOP');
    await test.runUntilIdle();
    expect(await isThere(user.id)).toBe(false);
    expect(received(phone)).toHaveLength(before);
  });

  it('of a phone without an account deletes this conversation, and no other', async () => {
    const { say, phone } = await aPhoneThatTexts({}, true);
    const other = await anExpert(test);
    const texter = createTexter(test, other);
    await texter.text(phone, 'I like otters.');
    await say('I like walruses.');
    const asked = await say('Forget me');
    expect(asked).toEqual([
      expect.stringContaining('Delete all that this number and Ada have texted, for good?'),
    ]);
    await say(numberIn(asked));
    expect(await findInDatabase(test, ['I like walruses.'])).toEqual([]);
    const left = await test.runtime.db.select().from(threads).where(eq(threads.handle, phone));
    expect(left.map(({ expertId }) => expertId)).toEqual([other.id]);
  });

  it("is not answered by a YES to an account's question, and the other way round", async () => {
    const { say, phone, expert, threadOf } = await aPhoneThatTexts({}, true);
    const claimant = await signIn(test, { phoneNumber: phone });
    await say('FORGET ME');
    await claimant.call('POST', `/api/experts/${expert.id}/connect`);
    await test.runUntilIdle();
    await say('YES');
    expect(await threadOf(phone)).toMatchObject({ userId: claimant.user.id, erasedAt: null });
    await say(numberIn(await say('FORGET ME')));
    expect(await isThere(claimant.user.id)).toBe(false);
  });

  it('keeps a STOP, and nothing works after one', async () => {
    const { say, user, phone } = await aUserWhoTexts();
    const number = numberIn(await say('FORGET ME'));
    await say('STOP');
    await say(number);
    expect(await isThere(user.id)).toBe(true);
    await say('YES');
    const { db } = test.runtime;
    expect(await db.select().from(optOuts).where(eq(optOuts.handle, phone))).toEqual([]);
  });

  it("does not delete a team member's account", async () => {
    const { say, user } = await aUserWhoTexts();
    const { db } = test.runtime;
    await db.update(users).set({ role: 'AGENT' }).where(eq(users.id, user.id));
    expect(await say('FORGET ME')).toEqual([expect.stringContaining("can't be deleted by text")]);
    await say('YES');
    expect(await isThere(user.id)).toBe(true);
  });
});
