import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { channelFor } from '#server/channels/index.ts';
import {
  type DeliveryRow,
  deliveries,
  type ExpertRow,
  experts,
  messages,
} from '#server/db/schema.ts';
import type { ChannelKey, DeliveryState } from '#shared/channels.ts';
import { hourMs } from '#shared/time.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aProvider, getUser } from '#test/factories.ts';
import { shortenGatewayTimeout } from '#test/gateway-timeout.ts';
import { expireLeases } from '#test/queue.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { completion, replyWith, startVendorServer } from '#test/vendor-server.ts';

type Expert = ExpertRow;
export type GatewayRequest = {
  url: string;
  headers: Record<string, string>;
  body: string | Buffer<ArrayBuffer>;
};
type GatewayText = { id: string; from: string; body: string };

type ChannelDriver = {
  /** `id` makes it unique. */
  text(text: GatewayText): GatewayRequest;
  batch(texts: GatewayText[]): GatewayRequest[];
  /** Like a voice message. */
  unreadable(message: Omit<GatewayText, 'body'>): GatewayRequest;
  /** With everything but the secret. */
  forged(request: GatewayRequest): GatewayRequest;
  /** Signed, but undocumented. */
  malformed(): GatewayRequest[];
  /** Omitted if the gateway reports nothing. */
  status?(
    delivery: { id: string; gatewayMessageId: string; to: string },
    state: Extract<DeliveryState, 'sent' | 'delivered' | 'read' | 'failed'>,
  ): GatewayRequest;
  /** Oldest first. */
  outbox(person: string): string[];
  plan(person: string, failure: '429' | '500' | 'timeout' | null): void;
};

export type ChannelJourney = {
  channel: ChannelKey;
  settings?: Record<string, string>;
  expert?: Partial<typeof experts.$inferInsert>;
  /** As threads know it; default: a phone number. */
  aPerson?: () => string;
  driver(test: TestApp, expert: Expert): ChannelDriver;
  /** How far a text gets in the sandbox. */
  arrivesAs: DeliveryState;
  /** Gateways without lookup may fail it. */
  afterLostCall?: 'arrived' | 'failed';
};

const rightToLeft = 'ما هو نصف اثني عشر؟';

export function describeChannelJourney(given: ChannelJourney): void {
  describe(`${given.channel}: a message's journey`, () => {
    let test: TestApp;
    let expert: Expert;
    let driver: ChannelDriver;
    let { spends } = {} as ReturnType<typeof createTexter>;
    let lastId = 0;

    beforeAll(async () => {
      test = await startTestApp(given.settings);
      expert = await anExpert(test, { channel: given.channel, ...given.expert });
      driver = given.driver(test, expert);
      ({ spends } = createTexter(test, expert));
    });
    afterAll(() => test.close());

    const anId = () => `${given.channel.toLowerCase()}-${Date.now()}-${++lastId}`;
    const aPerson = async () => {
      const handle = given.aPerson?.();
      const { user, phone, thread } = await aConnectedUser(test, expert, {}, handle);
      return { user, address: phone, threadId: thread.id };
    };
    const says = (from: string, body: string) => driver.text({ id: anId(), from, body });
    const messagesOf = (threadId: string) =>
      test.runtime.db
        .select()
        .from(messages)
        .where(eq(messages.threadId, threadId))
        .orderBy(asc(messages.seq));
    const deliveryOf = async (threadId: string) => {
      const [row] = await test.runtime.db
        .select()
        .from(deliveries)
        .where(eq(deliveries.threadId, threadId));
      return row as DeliveryRow & { gatewayMessageId: string };
    };
    async function write(from: string, body: string): Promise<void> {
      expect((await post(says(from, body))).status).toBe(200);
      await test.runUntilIdle();
    }

    it('text in, answer out, one credit', async () => {
      const { user, address, threadId } = await aPerson();
      await write(address, 'What is 12*7?');
      const [question, reply] = await messagesOf(threadId);
      expect(question).toMatchObject({ body: 'What is 12*7?', answerState: 'answered' });
      expect(reply).toMatchObject({ origin: 'ai', deliveryState: given.arrivesAs });
      expect(driver.outbox(address)).toEqual([reply?.body]);
      expect(await spends(user.id)).toBe(1);
    });

    it('duplicate: however often it comes, one answer and one credit', async () => {
      const { user, address, threadId } = await aPerson();
      const request = says(address, 'Once, please');
      const statuses = await Promise.all(Array.from({ length: 10 }, () => post(request)));
      expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]));
      await test.runUntilIdle();
      expect(await messagesOf(threadId)).toHaveLength(2);
      expect(driver.outbox(address)).toHaveLength(1);
      expect(await spends(user.id)).toBe(1);
    });

    it('forged: refused, and nothing is stored', async () => {
      const { threadId, address } = await aPerson();
      const { status } = await post(driver.forged(says(address, 'Let me in')));
      expect([401, 403]).toContain(status);
      await test.runUntilIdle();
      expect(await messagesOf(threadId)).toEqual([]);
    });

    it('replayed: an old request that comes again changes nothing', async () => {
      const { address, threadId } = await aPerson();
      const request = says(address, 'Remember me');
      await post(request);
      await test.runUntilIdle();
      await test.advance(2 * hourMs);
      // Refused if the signature has a time limit, else recognized.
      expect([200, 401, 403]).toContain((await post(request)).status);
      await test.runUntilIdle();
      expect(await messagesOf(threadId)).toHaveLength(2);
      expect(driver.outbox(address)).toHaveLength(1);
    });

    it('batch: everyone is answered, each in the order they wrote', async () => {
      const [one, other] = [await aPerson(), await aPerson()];
      const batch = ['First', 'Second', 'Third'].flatMap((body) =>
        [one, other].map(({ address }) => ({ id: anId(), from: address, body })),
      );
      for (const request of driver.batch(batch)) expect((await post(request)).status).toBe(200);
      await test.runUntilIdle();
      for (const { threadId, address } of [one, other]) {
        const rows = await messagesOf(threadId);
        const asked = rows.filter(({ direction }) => direction === 'inbound');
        const answers = rows.filter(({ origin }) => origin === 'ai');
        expect(asked.map(({ body }) => body)).toEqual(['First', 'Second', 'Third']);
        expect(answers.map(({ replyToId }) => replyToId)).toEqual(asked.map(({ id }) => id));
        expect(driver.outbox(address)).toHaveLength(answers.length + creditNotices(rows));
      }
    });

    it('unknown type: kept, and the person is told for free what can be read', async () => {
      const { user, address, threadId } = await aPerson();
      const { status } = await post(driver.unreadable({ id: anId(), from: address }));
      expect(status).toBe(200);
      await test.runUntilIdle();
      const [message] = await messagesOf(threadId);
      expect(message).toMatchObject({ answerState: 'refused', guard: 'content' });
      expect(driver.outbox(address)).toEqual([expect.stringContaining('words and pictures')]);
      expect(await spends(user.id)).toBe(0);
    });

    it('unknown types, one after the other: each is kept, and the person is told once a day', async () => {
      const { address, threadId } = await aPerson();
      const sendOne = async () => {
        await post(driver.unreadable({ id: anId(), from: address }));
        await test.runUntilIdle();
      };
      await sendOne();
      await sendOne();
      expect(await messagesOf(threadId)).toHaveLength(3);
      expect(driver.outbox(address)).toHaveLength(1);
      await test.advance(25 * hourMs);
      await sendOne();
      expect(driver.outbox(address)).toHaveLength(2);
    });

    it('empty: recorded, not answered', async () => {
      const { user, address, threadId } = await aPerson();
      await write(address, '');
      expect(await messagesOf(threadId)).toMatchObject([{ body: '', answerState: 'recorded' }]);
      expect(driver.outbox(address)).toEqual([]);
      expect(await spends(user.id)).toBe(0);
    });

    it.each([
      ['10 kB', 'long '.repeat(2_000).trim()],
      ['emoji', 'Is 👍🏽 or 👩‍👩‍👧 more?'],
      ['right-to-left', rightToLeft],
      ['marks that mean something elsewhere', '<b>&amp;</b> "100%" \'; drop table {"a":1}'],
    ])('%s: kept as written and answered', async (_, body) => {
      const { address, threadId } = await aPerson();
      await write(address, body);
      expect((await messagesOf(threadId))[0]).toMatchObject({ body, answerState: 'answered' });
      expect(driver.outbox(address)).toHaveLength(1);
    });

    it('opt-out, help, opt-in', async () => {
      const { user, address, threadId } = await aPerson();
      await write(address, 'Stop');
      await write(address, 'Are you there?');
      expect(driver.outbox(address)).toEqual([expect.stringContaining('You get no more texts')]);
      expect(await getUser(test.runtime.db, user.id)).toMatchObject({ messageCount: 0 });
      await write(address, 'HELP');
      await write(address, 'START');
      await write(address, 'And now?');
      const [, help, start, answer, ...rest] = driver.outbox(address);
      expect(help).toContain(test.runtime.config.publicUrl);
      expect(start).toContain("You're opted in again");
      expect(answer).toBe((await messagesOf(threadId)).at(-1)?.body);
      expect(rest).toEqual([]);
    });

    it('429 with Retry-After: waits, then sends once', async () => {
      const { address, threadId } = await aPerson();
      driver.plan(address, '429');
      await write(address, 'Hello');
      expect(driver.outbox(address)).toEqual([]);
      expect((await messagesOf(threadId))[1]).toMatchObject({ deliveryState: 'queued' });
      await letTimePass();
      expect(driver.outbox(address)).toHaveLength(1);
      expect((await messagesOf(threadId))[1]).toMatchObject({ deliveryState: given.arrivesAs });
    });

    it.each(['500', 'timeout'] as const)('%s: never two texts for one reply', async (failure) => {
      const { user, address, threadId } = await aPerson();
      if (failure === 'timeout') shortenGatewayTimeout();
      driver.plan(address, failure);
      await write(address, 'Hello');
      driver.plan(address, null);
      await letTimePass();
      const hasFailed = given.afterLostCall === 'failed' && driver.outbox(address).length === 0;
      expect(driver.outbox(address)).toHaveLength(hasFailed ? 0 : 1);
      const state = hasFailed ? 'failed' : given.arrivesAs;
      expect((await messagesOf(threadId))[1]).toMatchObject({ deliveryState: state });
      const spent = hasFailed ? 0 : 1;
      expect(await getUser(test.runtime.db, user.id)).toMatchObject({ messageCount: spent });
    });

    it('malformed body: a clear 400, never a 500', async () => {
      const requests = driver.malformed();
      expect(requests.length).toBeGreaterThan(0);
      for (const request of requests) {
        const { status, body } = await post(request);
        expect([status, request.body]).toEqual([400, request.body]);
        expect(JSON.parse(body)).toEqual({ message: expect.any(String) });
      }
    });

    it('window closed: nothing is sent that the gateway would refuse', async () => {
      const windowMs = channelFor(test.runtime.config, given.channel)?.channel.windowMs;
      const admin = await signIn(test, asAdmin);
      const { address, threadId } = await aPerson();
      await write(address, 'Hello');
      const inTime = await admin.call('POST', `/api/threads/${threadId}/messages`, { body: 'Hi' });
      expect(inTime.status).toBe(200);
      await test.runUntilIdle();
      expect(driver.outbox(address)).toHaveLength(2);
      await test.advance((windowMs ?? 24 * hourMs) + hourMs);
      const late = await admin.call('POST', `/api/threads/${threadId}/messages`, { body: 'Hi?' });
      await test.runUntilIdle();
      expect(late.status).toBe(windowMs ? 422 : 200);
      expect(driver.outbox(address)).toHaveLength(windowMs ? 2 : 3);
    });

    it.each([
      'nothing',
      ...[1, 2, 3, 4, 5, 6].map((count) => `the connection after commit ${count} of MORE`),
    ])('MORE sends the rest, free and once, whatever breaks: %s', async (breaks) => {
      const length = given.channel === 'SMS' ? 45 : 900;
      const lines = Array.from({ length }, (_, at) => `${at + 1}. This is line ${at + 1} of it.`);
      const vendor = await startVendorServer();
      vendor.react(replyWith(200, completion(lines.join('\n').repeat(2))));
      await answerFrom(vendor.url);
      const { user, address, threadId } = await aPerson();
      await write(address, 'Tell me all');
      const first = driver.outbox(address);
      expect(first.at(-1)?.endsWith(notice)).toBe(true);
      expect(first.slice(0, -1).join()).not.toContain(notice);
      await post(says(address, 'More'));
      await breakAfterCommit(test, Number(/\d+/.exec(breaks)?.[0] ?? 0));
      await letTimePass();
      // A lost call of a gateway without lookup counts as failed, until the person asks again.
      while (driver.outbox(address).at(-1)?.endsWith(notice)) await write(address, 'MORE');
      const all = driver.outbox(address).map((part) => part.replace(notice, ''));
      const reply = (await messagesOf(threadId)).find(({ origin }) => origin === 'ai');
      expect(all.join('\n')).toBe(reply?.body);
      expect(await spends(user.id)).toBe(1);
      await answerFrom(null);
      vendor.close();
    });

    it('delivered, failed, read out of order: a text only moves forward', async ({ skip }) => {
      if (!driver.status) return skip('the gateway reports nothing');
      const { user, address, threadId } = await aPerson();
      await write(address, 'Hello');
      const delivery = { ...(await deliveryOf(threadId)), to: address };
      const report = async (state: Parameters<NonNullable<typeof driver.status>>[1]) => {
        expect((await post(driver.status?.(delivery, state) as GatewayRequest)).status).toBe(200);
        return (await messagesOf(threadId))[1]?.deliveryState;
      };
      expect(await report('sent')).toBe(given.arrivesAs);
      expect(await report('delivered')).toBe('delivered');
      expect(await report('failed')).toBe('delivered');
      expect(await report('read')).toBe('read');
      expect(await report('delivered')).toBe('read');
      expect(await spends(user.id)).toBe(1);
      expect(await getUser(test.runtime.db, user.id)).toMatchObject({ messageCount: 1 });
    });

    it('failed first: the credit comes back once, and late good news changes nothing', async ({
      skip,
    }) => {
      if (!driver.status) return skip('the gateway reports nothing');
      const { user, address, threadId } = await aPerson();
      await write(address, 'Hello');
      const delivery = { ...(await deliveryOf(threadId)), to: address };
      // As before the stand-in's report.
      await test.runtime.db
        .update(deliveries)
        .set({ state: 'sent' })
        .where(eq(deliveries.id, delivery.id));
      for (const state of ['failed', 'delivered', 'failed'] as const) {
        expect((await post(driver.status(delivery, state))).status).toBe(200);
      }
      expect((await messagesOf(threadId))[1]).toMatchObject({ deliveryState: 'failed' });
      expect(await getUser(test.runtime.db, user.id)).toMatchObject({ messageCount: 0 });
    });

    /** Null: the sandbox's model. */
    async function answerFrom(baseUrl: string | null): Promise<void> {
      const config = { model: 'house', ...(baseUrl && { baseUrl }) };
      const providerId = baseUrl ? (await aProvider(test, { config })).id : expert.providerId;
      await test.runtime.db.update(experts).set({ providerId }).where(eq(experts.id, expert.id));
    }

    /** Long enough for every attempt, and within the gateway's memory. */
    async function letTimePass(): Promise<void> {
      for (let step = 0; step < 5; step++) {
        await test.advance(20_000);
        await test.runUntilIdle();
      }
    }
  });
}

async function post({ url, headers, body }: GatewayRequest) {
  const response = await fetch(url, { method: 'POST', headers, body });
  return { status: response.status, body: await response.text() };
}

const notice = '\n\nReply MORE for the rest.';

/** As when the process dies; the next one works on. 0: nothing breaks. */
async function breakAfterCommit(test: TestApp, count: number): Promise<void> {
  const { db } = test.runtime;
  const begin = db.transaction.bind(db);
  let left = count;
  const cut = vi.spyOn(db, 'transaction').mockImplementation(async (...work) => {
    const result = await begin(...work);
    if (--left === 0) throw new Error('Connection terminated unexpectedly');
    return result;
  });
  // May end the worker's round.
  await test.runUntilIdle().catch(() => {});
  cut.mockRestore();
  await expireLeases(db);
  await test.runUntilIdle();
}

const creditNotices = (rows: { systemKind: string | null }[]) =>
  rows.filter(({ systemKind }) => systemKind === 'low' || systemKind === 'credit').length;
