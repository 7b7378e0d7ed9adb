import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExpertRow, users } from '#server/db/schema.ts';
import { countSlots } from '#server/jobs/jobs.ts';
import { startWorker } from '#server/jobs/worker.ts';
import { listAttachments } from '#server/messages/attachments-store.ts';
import { createHandlers } from '#server/operations/upkeep/handlers.ts';
import { dayMs } from '#shared/time.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aPhone } from '#test/factories.ts';
import { aPngBomb } from '#test/png-bomb.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter, inOneYear } from '#test/texter.ts';

let test: TestApp;
let expert: ExpertRow;
let { received, messagesOf, spends, text } = {} as ReturnType<typeof createTexter>;

beforeAll(async () => {
  test = await startTestApp({ REPLY_CONCURRENCY: '4' });
  expert = await anExpert(test);
  ({ received, messagesOf, spends, text } = createTexter(test, expert));
});
afterAll(() => test.close());

type Picture = { bytes: Buffer; contentType: string };

async function aPicture(width = 64, height = 48): Promise<Picture> {
  const image = sharp({ create: { width, height, channels: 3, background: 'teal' } });
  return { bytes: await image.png().toBuffer(), contentType: 'image/png' };
}

/** For busy machines. */
const poll = <Value>(read: () => Value) => expect.poll(read, { timeout: 60_000 });

/** Fetched, but not decoded. */
const noPicture: Picture = { bytes: Buffer.from('no picture'), contentType: 'image/jpeg' };
const many = (count: number) => Array.from({ length: count }, () => noPicture);

async function show(from: string, body: string, pictures: Picture[], to = expert): Promise<void> {
  const webhookUrl = `${test.runtime.config.publicUrl}/api/webhooks/experts/${to.id}`;
  const number = to.phoneNumber as string;
  await test.sandbox.deliverText({ webhookUrl, from, to: number, body, pictures });
}

async function picturesOf(phone: string) {
  const rows = await messagesOf(phone);
  return listAttachments(
    test.runtime.db,
    rows.map(({ id }) => id),
  );
}

const countFetches = () =>
  test.sandbox.wire.filter(({ title }) => title === 'Fetch a picture').length;
const isAnswered = async (phone: string) =>
  (await messagesOf(phone)).some(({ answerState }) => answerState === 'answered');

/** Holds back the gateway's answers for pictures until the end. */
async function whileHeld(look: (held: (() => void)[]) => Promise<void>): Promise<void> {
  const { runtime } = test;
  const { fetch: call, queue, log, config } = runtime;
  const held: (() => void)[] = [];
  runtime.fetch = async (input, init) => {
    if (String(input).includes('/Media/')) {
      await new Promise<void>((resolve) => held.push(resolve));
    }
    return call(input, init);
  };
  const handlers = createHandlers(runtime);
  const worker = startWorker(queue, { slots: countSlots(config), handlers, log });
  try {
    await look(held);
  } finally {
    runtime.fetch = call;
    const stopped = worker.stop(60_000);
    for (const resolve of held.splice(0)) resolve();
    await stopped;
  }
  for (let round = 0; round < 3; round++) {
    await test.runUntilIdle();
    await test.advance(2_000);
  }
  await test.runUntilIdle();
}

describe('a picture that gets no answer is not loaded', () => {
  it.each<[string, () => Promise<{ phone: string; to?: ExpertRow }>]>([
    ['from a stranger', async () => ({ phone: aPhone() })],
    [
      'after STOP',
      async () => {
        const { phone } = await aConnectedUser(test, expert);
        await text(phone, 'STOP');
        return { phone };
      },
    ],
    [
      'while the expert is paused',
      async () => {
        const to = await anExpert(test, { status: 'PAUSED' });
        return { phone: (await aConnectedUser(test, to)).phone, to };
      },
    ],
    [
      'without credit',
      async () => {
        const { phone, user } = await aConnectedUser(test, expert);
        const spent = { messageCount: user.paidMessages };
        await test.runtime.db.update(users).set(spent).where(eq(users.id, user.id));
        return { phone };
      },
    ],
  ])('%s', async (_, prepare) => {
    const { phone, to } = await prepare();
    await test.runUntilIdle();
    const before = countFetches();
    await show(phone, 'What is this?', [await aPicture()], to);
    await test.runUntilIdle();
    expect(countFetches()).toBe(before);
    expect(await picturesOf(phone)).toMatchObject([
      { state: 'skipped', reason: 'This picture was not loaded.' },
    ]);
  });
});

describe('a picture that is slow to load', () => {
  it('holds up only its own thread', async () => {
    const [slow, other] = [await aConnectedUser(test, expert), await aConnectedUser(test, expert)];
    await whileHeld(async (held) => {
      await show(slow.phone, 'What is this?', [await aPicture()]);
      await text(slow.phone, 'Behind it');
      await poll(() => held.length).toBe(1);
      await show(other.phone, '', [await aPicture(11, 10)]);
      await poll(() => held.length).toBe(2);
      held[1]?.();
      await poll(() => isAnswered(other.phone)).toBe(true);
      const waiting = { answerState: 'waiting' };
      expect(await messagesOf(slow.phone)).toMatchObject([waiting, waiting]);
    });
    expect(received(slow.phone)).toHaveLength(2);
    expect(received(other.phone)).toEqual([expect.stringContaining('11x10')]);
  });

  it('leaves half of the room to texts, however many there are', async () => {
    const people: string[] = [];
    for (let made = 0; made < 5; made++) people.push((await aConnectedUser(test, expert)).phone);
    const { phone: writer } = await aConnectedUser(test, expert);
    // Before the worker starts, so that it takes many at once.
    for (const phone of people) await show(phone, '', [await aPicture(12, 10)]);
    await whileHeld(async (held) => {
      await poll(() => held.length).toBe(2);
      await text(writer, 'What is 2 + 2?');
      await poll(() => isAnswered(writer)).toBe(true);
      expect(held.length).toBe(2);
    });
    for (const phone of people) {
      expect(received(phone)).toEqual([expect.stringContaining('12x10')]);
      expect((await messagesOf(phone))[0]?.failures).toEqual([]);
    }
  });

  it('has at most one other of its message beside it', async () => {
    const { phone } = await aConnectedUser(test, expert);
    const countSettled = async () => (await picturesOf(phone)).filter(isSettled).length;
    await whileHeld(async (held) => {
      await show(phone, 'What is 2 + 2?', many(5));
      await poll(() => held.length).toBe(2);
      held[0]?.();
      await poll(countSettled).toBe(1);
      await poll(() => held.length).toBe(3);
    });
    expect(await countSettled()).toBe(5);
    expect(received(phone)).toEqual([expect.stringContaining('4')]);
  });
});

const isSettled = ({ state }: { state: string }) => state !== 'waiting';

describe('an account without a paid plan', () => {
  it('may show 20 pictures a day; an admin can have the next one answered all the same', async () => {
    const { phone, user, thread } = await aConnectedUser(test, expert);
    await show(phone, 'What is 2 + 2?', many(10));
    await show(phone, 'What is 3 + 3?', many(10));
    await test.runUntilIdle();
    const [spent, loaded] = [await spends(user.id), countFetches()];
    await show(phone, 'What is this?', [await aPicture(21, 12)]);
    await test.runUntilIdle();
    expect(received(phone).at(-1)).toContain('I can look at 20 pictures a day');
    expect([await spends(user.id), countFetches()]).toEqual([spent, loaded]);
    const question = (await messagesOf(phone)).find(({ body }) => body === 'What is this?');
    expect(question).toMatchObject({ answerState: 'refused', guard: 'picture-limit' });
    expect((await picturesOf(phone)).at(-1)).toMatchObject({ state: 'skipped' });

    const { call } = await signIn(test, asAdmin);
    const path = `/api/threads/${thread.id}/messages/${question?.id}/replay`;
    expect((await call('POST', path)).status).toBe(200);
    await test.runUntilIdle();
    expect(received(phone).join()).toContain('21x12');
    expect((await call('POST', path)).status).toBe(409);

    await test.advance(dayMs);
    await show(phone, '', [await aPicture(34, 43)]);
    await test.runUntilIdle();
    expect(received(phone).join()).toContain('34x43');
  });

  it('may show more once it has one', async () => {
    const { phone } = await aConnectedUser(test, expert, { subExpiration: inOneYear() });
    for (const body of ['What is 2 + 2?', 'What is 3 + 3?', 'What is 4 + 4?']) {
      await show(phone, body, many(10));
    }
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(3);
    expect((await picturesOf(phone)).map(({ state }) => state)).not.toContain('skipped');
  });
});

it('a decompression bomb is left out, and its message answered', async () => {
  const { phone } = await aConnectedUser(test, expert);
  const bomb = { bytes: aPngBomb(), contentType: 'image/png' };
  await show(phone, 'What is 2 + 2?', [bomb, await aPicture(33, 22)]);
  await test.runUntilIdle();
  expect(await picturesOf(phone)).toMatchObject([
    { state: 'failed', reason: 'The picture takes too much memory to read.' },
    { state: 'stored' },
  ]);
  expect(received(phone)).toHaveLength(1);
  expect((await messagesOf(phone))[0]?.failures).toMatchObject([
    { kind: 'picture', detail: expect.stringContaining('memory') },
  ]);
});
