import { and, count, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import { type ExpertRow, messages, optOuts, threads, users } from '#server/db/schema.ts';
import { sweep } from '#server/operations/upkeep/sweep.ts';
import { dayMs, hourMs } from '#shared/time.ts';
import { advanceTo } from '#test/advance-to.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { buy } from '#test/checkout.ts';
import { aConnectedUser, anExpert, aPhone, getUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter, inOneYear } from '#test/texter.ts';

let test: TestApp;
let expert: ExpertRow;
let { text, received, messagesOf, threadOf, spends } = {} as ReturnType<typeof createTexter>;

beforeAll(async () => {
  test = await startTestApp({ TWILIO_ANSWERS_KEYWORDS: 'false' });
  expert = await anExpert(test);
  ({ text, received, messagesOf, threadOf, spends } = createTexter(test, expert));
  await goTo('12:00');
});
afterAll(() => test.close());

async function goTo(time: string) {
  await advanceTo(test, time);
  await sweep(test.runtime);
  await test.runUntilIdle();
}

describe('guards', () => {
  it('STOP: one confirmation, then silence, until START', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    await text(phone, ' stop. ');
    await test.runUntilIdle();
    expect(received(phone)).toEqual([
      'Sagewire: You get no more texts from Ada. Reply START to get them again, or STOPALL to stop texts from all our experts.',
    ]);
    await text(phone, 'STOP');
    await text(phone, 'Are you there?');
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(1);
    const [, , again, question, ...more] = await messagesOf(phone);
    expect(again).toMatchObject({ answerState: 'recorded', guard: 'keyword' });
    expect(question).toMatchObject({ answerState: 'refused', guard: 'opted-out' });
    expect(more).toEqual([]);
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({ messageCount: 0 });

    await text(phone, 'HELP');
    await text(phone, 'Start');
    await text(phone, 'Are you there now?');
    await test.runUntilIdle();
    const [, help, start, answer] = received(phone);
    expect(help).toContain(test.runtime.config.publicUrl);
    expect(start).toContain("You're opted in again");
    expect(answer).toBeDefined();
  });

  it('STOP, START and HELP without end are done, and answered twenty times an hour', async () => {
    const { phone } = await aConnectedUser(test, expert);
    const say = async (word: string) => {
      await text(phone, word);
      await test.runUntilIdle();
    };
    for (let nth = 1; nth <= 8; nth++)
      for (const word of ['help', 'stop.', 'start.']) await say(word);
    expect(received(phone)).toHaveLength(20);
    await say('stop.');
    await say('What is 2+2?');
    expect((await messagesOf(phone)).at(-1)).toMatchObject({ guard: 'opted-out' });
    await test.advance(61 * 60_000);
    await say('start.');
    expect(received(phone)).toHaveLength(21);
  });

  it('a START in the dashboard leaves the STOP of the phone as it is', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    await text(phone, 'STOP');
    await test.runUntilIdle();
    const call = callAs(test, await createToken(test.runtime.db, user.id, new Date()));
    const thread = await threadOf(phone);
    await call('POST', `/api/threads/${thread.id}/messages`, { body: 'START' });
    await test.runUntilIdle();
    const answer = (await messagesOf(phone)).at(-1);
    expect(answer?.body).toBe(
      'Texts from Ada were stopped by phone. Text START from that phone to get them again.',
    );
    const rows = await test.runtime.db.select().from(optOuts).where(eq(optOuts.handle, phone));
    expect(rows).toHaveLength(1);
    expect(received(phone)).toHaveLength(1);
  });

  it.each(['STOPALL', 'unsubscribe', 'Cancel', 'END', 'quit!', 'Revoke', 'OPTOUT'])(
    '%s is STOP',
    async (word) => {
      const { phone } = await aConnectedUser(test, expert);
      await text(phone, word);
      await test.runUntilIdle();
      const rows = await test.runtime.db.select().from(optOuts).where(eq(optOuts.handle, phone));
      expect(rows).toContainEqual(
        expect.objectContaining({ channel: 'SMS', address: expert.phoneNumber }),
      );
    },
  );

  it("a YES or no to an expert's question is an ordinary text", async () => {
    const { phone } = await aConnectedUser(test, expert);
    for (const body of ['YES', 'Yes please', 'nope']) await text(phone, body);
    await test.runUntilIdle();
    const rows = await messagesOf(phone);
    expect(rows.filter(({ origin }) => origin === 'ai')).toHaveLength(3);
  });

  it.each(['ok', 'next', 'yes'])('a pupil may say %j again and again', async (body) => {
    const { phone } = await aConnectedUser(test, expert, { subExpiration: inOneYear() });
    for (let time = 0; time < 8; time++) {
      await text(phone, body);
      await test.runUntilIdle();
    }
    expect(received(phone)).toHaveLength(8);
  });

  it('the same question asked five times, after reading each answer, is answered', async () => {
    const { phone } = await aConnectedUser(test, expert, { subExpiration: inOneYear() });
    for (let time = 0; time < 6; time++) {
      await text(phone, 'Give me another sum, please');
      await test.runUntilIdle();
      await test.advance(30_000);
    }
    expect(received(phone)).toHaveLength(6);
  });

  it('the same text right after each of ours is a machine: says once why, and goes on with another text', async () => {
    const { phone, user, thread } = await aConnectedUser(test, expert, {
      subExpiration: inOneYear(),
    });
    for (let time = 0; time < 9; time++) {
      await text(phone, 'Your call is important to us.');
      await test.runUntilIdle();
    }
    const texts = received(phone);
    expect(texts).toHaveLength(5);
    expect(texts[4]).toBe(
      "I've paused, because the same text came again and again, as from a machine. Write something else to go on.",
    );
    expect(await spends(user.id)).toBe(0);
    const inbound = (await messagesOf(phone)).filter(({ direction }) => direction === 'inbound');
    expect(inbound.at(-1)).toMatchObject({ answerState: 'recorded', guard: 'loop' });
    const { call } = await signIn(test, asAdmin);
    const readThread = async () =>
      (await call('GET', '/api/threads')).body.threads.find(
        ({ id }: { id: string }) => id === thread.id,
      );
    expect(await readThread()).toMatchObject({ isInLoop: true });
    await text(phone, 'Sorry, that was my answering machine');
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(6);
    expect(await readThread()).toMatchObject({ isInLoop: false });
  });

  it('the 31st text in ten minutes is not answered, and says once why', async () => {
    const { phone } = await aConnectedUser(test, expert, { subExpiration: inOneYear() });
    for (let number = 1; number <= 33; number++) await text(phone, `Text ${number}`);
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(31);
    expect(received(phone).at(-1)).toContain('more than 30 texts came in 10 minutes');
    await test.advance(11 * 60_000);
    await text(phone, 'And now?');
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(32);
  });

  it('says so once also to a text that arrived before that was stored', async () => {
    const { phone, thread } = await aConnectedUser(test, expert, { subExpiration: inOneYear() });
    for (let number = 1; number <= 31; number++) await text(phone, `Text ${number}`);
    await test.runUntilIdle();
    await text(phone, 'Text 32');
    // As if its turn had taken longer.
    await test.runtime.db.execute(
      sql`update messages set seq = default
          where thread_id = ${thread.id} and system_kind = 'loop'`,
    );
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(31);
  });

  it('a flood is recorded together, up to the first text that says more', async () => {
    const { phone } = await aConnectedUser(test, expert, { subExpiration: inOneYear() });
    for (let number = 1; number <= 80; number++) await text(phone, `Text ${number}`);
    await text(phone, 'STOP');
    await text(phone, 'Text 81');
    await test.runUntilIdle();
    const inbound = (await messagesOf(phone)).filter(({ direction }) => direction === 'inbound');
    const flood = inbound.slice(30, 80);
    expect(flood).toHaveLength(50);
    for (const one of flood) {
      expect(one).toMatchObject({ answerState: 'recorded', guard: 'loop', answeredWithId: null });
    }
    expect(inbound[80]).toMatchObject({ keyword: 'STOP', guard: 'keyword' });
    expect(inbound[81]).toMatchObject({ answerState: 'recorded', guard: 'loop' });
    const rows = await test.runtime.db.select().from(optOuts).where(eq(optOuts.handle, phone));
    expect(rows).toHaveLength(1);
  });

  it('an unverified phone gets one invitation a day and no model call', async () => {
    const phone = aPhone();
    await text(phone, 'Hello?');
    await text(phone, 'Anybody?');
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(1);
    expect(received(phone)[0]).toContain(`sign up at ${test.runtime.config.publicUrl}`);
    expect(await threadOf(phone)).toMatchObject({ userId: null });
    await test.advance(25 * hourMs);
    await text(phone, 'Still there?');
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(2);
  });

  it('a paused expert says so once a day', async () => {
    const paused = await anExpert(test, { displayName: 'Rue', status: 'PAUSED' });
    const { phone, user } = await aConnectedUser(test, paused);
    await text(phone, 'One', paused);
    await text(phone, 'Two', paused);
    await test.runUntilIdle();
    expect(received(phone)).toEqual([
      "Rue is taking a break and can't answer right now. Please try again later.",
    ]);
    expect(await spends(user.id)).toBe(0);
  });

  it('two texts at once with the last credit: one answer, one notice, one credit', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    await test.runtime.db.update(users).set({ messageCount: 4 }).where(eq(users.id, user.id));
    await Promise.all([text(phone, 'First'), text(phone, 'Second'), text(phone, 'Third')]);
    await test.runUntilIdle();
    const texts = received(phone);
    expect(texts).toHaveLength(2);
    expect(texts[1]).toContain('You have no messages left');
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({ messageCount: 5 });
  });

  it('running out of credits is announced at two left and with the last reply', async () => {
    await goTo('12:00');
    const { phone } = await aConnectedUser(test, expert);
    const link = `${test.runtime.config.publicUrl}/user/subscription`;
    const isOurs = (body: string) => body.includes(link);
    for (const [question, said] of [
      ['One', []],
      ['Two', []],
      ['Three', [`You have 2 messages left. Get more any time: ${link}`]],
      ['Four', []],
      [
        'Five',
        [`You have no messages left. Choose a plan and your next text is answered: ${link}`],
      ],
      ['Six', []],
    ] as const) {
      const before = received(phone).length;
      await text(phone, question);
      await test.runUntilIdle();
      const texts = received(phone).slice(before);
      expect(texts.filter(isOurs)).toEqual(said);
      expect(texts.filter((body) => !isOurs(body))).toHaveLength(question === 'Six' ? 0 : 1);
    }
    await test.advance(25 * hourMs);
    await text(phone, 'Seven');
    await test.runUntilIdle();
    expect(received(phone).at(-1)).toBe(
      `You have no messages left, so this one was not answered. Choose a plan to continue: ${link}`,
    );
  });

  it('a top-up lets the next text through at once, and running out again is announced again', async () => {
    await goTo('12:00');
    const { phone, user } = await aConnectedUser(test, expert);
    const call = callAs(test, await createToken(test.runtime.db, user.id, new Date()));
    await test.runtime.db.update(users).set({ messageCount: 5 }).where(eq(users.id, user.id));
    await text(phone, 'Anybody?');
    await test.runUntilIdle();
    expect(received(phone)).toEqual([expect.stringContaining('so this one was not answered')]);
    await test.advance(60_000);
    await buy(test, call, 'payg');
    await text(phone, 'And now?');
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(2);
    await test.runtime.db.update(users).set({ messageCount: 54 }).where(eq(users.id, user.id));
    await text(phone, 'The last one');
    await test.runUntilIdle();
    const [answer, notice] = received(phone).slice(2);
    expect([answer, notice]).toEqual([
      expect.any(String),
      expect.stringContaining('You have no messages left. '),
    ]);
  });

  it('answers to own texts are none of the five texts a month: once a day each, for as long as it takes', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    const stranger = aPhone();
    await test.runtime.db.update(users).set({ messageCount: 5 }).where(eq(users.id, user.id));
    for (let day = 0; day < 7; day++) {
      for (const from of [phone, phone, stranger, stranger]) await text(from, `Day ${day}`);
      await test.runUntilIdle();
      await test.advance(25 * hourMs);
    }
    expect([received(phone).length, received(stranger).length]).toEqual([7, 7]);
  });

  it('texts about credits that no one asked for count towards the five texts a month', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    await goTo('12:00');
    for (let day = 0; day < 7; day++) {
      await test.runtime.db.update(users).set({ messageCount: 2 }).where(eq(users.id, user.id));
      await text(phone, `Day ${day}`);
      await test.runUntilIdle();
      await test.advance(dayMs + 60_000);
    }
    expect(received(phone).filter((body) => body.includes('2 messages left'))).toHaveLength(5);
  });

  it('a subscriber gets no text about credits', async () => {
    const { phone, user } = await aConnectedUser(test, expert, { subExpiration: inOneYear() });
    await test.runtime.db.update(users).set({ messageCount: 5 }).where(eq(users.id, user.id));
    await text(phone, 'Hello');
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(1);
  });

  it('200 texts at once with one credit: one answer, one notice, the others are refused', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    const { db } = test.runtime;
    const others = await Promise.all(Array.from({ length: 7 }, () => anExpert(test)));
    const link = { handle: phone, userId: user.id };
    await db.insert(threads).values(others.map(({ id: expertId }) => ({ ...link, expertId })));
    await db.update(users).set({ messageCount: 4 }).where(eq(users.id, user.id));
    // More than 25 per expert would trigger the loop guard.
    const all = [expert, ...others].flatMap((to) =>
      Array.from({ length: 25 }, (_, n) => text(phone, `Question ${n}`, to)),
    );
    await Promise.all(all);
    await test.runUntilIdle();
    expect(await spends(user.id)).toBe(1);
    expect(await getUser(db, user.id)).toMatchObject({ messageCount: 5, paidMessages: 5 });
    const states = await db
      .select({ state: messages.answerState, guard: messages.guard, count: count() })
      .from(messages)
      .innerJoin(threads, eq(threads.id, messages.threadId))
      .where(and(eq(threads.userId, user.id), eq(messages.direction, 'inbound')))
      .groupBy(messages.answerState, messages.guard)
      .orderBy(messages.answerState);
    expect(states).toEqual([
      { state: 'answered', guard: null, count: 1 },
      { state: 'refused', guard: 'credit', count: 199 },
    ]);
    const notices = received(phone).filter((body) => body.includes('no messages left'));
    expect(notices).toHaveLength(1);
    const call = callAs(test, await createToken(db, user.id, new Date()));
    const listed: { id: string }[] = (await call('GET', '/api/threads')).body.threads;
    const shown = listed.map(({ id }) => call('GET', `/api/threads/${id}/messages?limit=200`));
    const said = (await Promise.all(shown)).flatMap(({ body }) => body.messages);
    expect(said.filter(({ isUnpaid }) => isUnpaid)).toHaveLength(199);
    expect(received(phone)).toHaveLength(2);
  });

  it('one credit and two experts at once: exactly one answers', async () => {
    const other = await anExpert(test);
    const { phone, user } = await aConnectedUser(test, expert);
    await test.runtime.db.insert(threads).values({
      expertId: other.id,
      handle: phone,
      userId: user.id,
    });
    await test.runtime.db.update(users).set({ messageCount: 4 }).where(eq(users.id, user.id));
    await Promise.all([
      text(phone, 'To one [slow 1s]'),
      text(phone, 'To the other [slow 1s]', other),
    ]);
    await test.runUntilIdle();
    expect(await spends(user.id)).toBe(1);
    expect(received(phone).filter((body) => body.includes('no messages left'))).toHaveLength(1);
  });
});

describe('at night', () => {
  async function ask(phone: string, body: string, to = expert) {
    const before = received(phone).length;
    await text(phone, body, to);
    await test.runUntilIdle();
    return received(phone).slice(before);
  }
  const answer = expect.not.stringContaining('left');

  async function aPersonWith(left: number, phoneNumber = aPhone(), to = expert) {
    const found = await aConnectedUser(test, to, { phoneNumber });
    const { db } = test.runtime;
    await db
      .update(users)
      .set({ messageCount: 5 - left })
      .where(eq(users.id, found.user.id));
    return found;
  }

  it.each(['SMS', 'WHATSAPP'] as const)(
    'a notice by %s waits until 8:00, an answer never does',
    async (channel) => {
      const own = await anExpert(test, { channel });
      const { phone } = await aPersonWith(3, aPhone(), own);
      await goTo('21:00');
      expect(await ask(phone, 'Two are left', own)).toEqual([answer]);
      expect(await ask(phone, 'One is left', own)).toEqual([answer]);
      await goTo('07:55');
      expect(received(phone)).toHaveLength(2);
      await goTo('08:00');
      expect(received(phone).slice(2)).toEqual([
        expect.stringMatching(/^You have 1 message left\. Get more any time: /),
      ]);
      await goTo('20:50');
      expect(await ask(phone, 'None is left', own)).toEqual([
        answer,
        expect.stringContaining('You have no messages left. Choose'),
      ]);
    },
  );

  it('it is night where the phone is', async () => {
    const { phone } = await aPersonWith(1, '+18085550143');
    await goTo('12:00');
    expect(await ask(phone, 'At six or seven in the morning')).toEqual([answer]);
    await goTo('14:30');
    expect(received(phone)).toEqual([answer, expect.stringContaining('no messages left')]);
    const { phone: british } = await aPersonWith(1, '+447400123456');
    await goTo('17:30');
    expect(await ask(british, 'Late in the evening')).toEqual([answer]);
    await goTo('04:30');
    expect(received(british)).toHaveLength(2);
  });

  it('a notice that is outdated by the morning is not sent', async () => {
    await goTo('22:00');
    const people = await Promise.all([1, 1, 1, 1].map((left) => aPersonWith(left)));
    for (const { phone } of people) expect(await ask(phone, 'The last')).toEqual([answer]);
    const [asking, buying, stopping, handed] = people as [Found, Found, Found, Found];
    expect(await ask(asking.phone, 'One more')).toEqual([
      expect.stringContaining('so this one was not answered'),
    ]);
    const call = callAs(test, await createToken(test.runtime.db, buying.user.id, new Date()));
    await buy(test, call, 'payg');
    expect(await ask(stopping.phone, 'STOP')).toEqual([
      expect.stringContaining('You get no more texts'),
    ]);
    await test.runtime.db
      .update(threads)
      .set({ handler: 'human' })
      .where(eq(threads.id, handed.thread.id));
    const before = people.map(({ phone }) => received(phone).length);
    await goTo('08:00');
    expect(people.map(({ phone }) => received(phone).length)).toEqual(before);
  });

  it('a notice about a text from the dashboard is sent at once', async () => {
    const { phone, user } = await aPersonWith(1);
    const other = await anExpert(test);
    await goTo('23:00');
    const call = callAs(test, await createToken(test.runtime.db, user.id, new Date()));
    await call('POST', `/api/experts/${other.id}/connect`);
    await test.runUntilIdle();
    expect(received(phone)).toEqual([expect.stringContaining("You're connected with Ada")]);
    await call('POST', `/api/threads/${(await threadOf(phone)).id}/messages`, { body: 'The last' });
    await test.runUntilIdle();
    const shown = await messagesOf(phone);
    expect(shown.at(-1)?.body).toContain('You have no messages left');
  });
});

type Found = Awaited<ReturnType<typeof aConnectedUser>>;

describe('the validator', () => {
  // spec: 3.3
  it("lets a text through, or answers with the expert's rejection for free", async () => {
    const careful = await anExpert(test, {
      validator: 'Allow questions about maths. Reject everything else.',
      rejected: 'I only talk about numbers.',
    });
    const { phone, user } = await aConnectedUser(test, careful);
    await text(phone, 'What is 2+2?', careful);
    await text(phone, 'Tell me a secret [reject]', careful);
    await test.runUntilIdle();
    expect(received(phone)[1]).toBe('I only talk about numbers.');
    const inbound = (await messagesOf(phone)).filter(({ direction }) => direction === 'inbound');
    expect(inbound[0]?.verdict).toMatchObject({ isAllowed: true });
    expect(inbound[1]).toMatchObject({ answerState: 'refused', verdict: { isAllowed: false } });
    expect(await spends(user.id)).toBe(1);
  });
});
