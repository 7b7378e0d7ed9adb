import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnalyticsReply, Figures } from '#shared/api/analytics.ts';
import {
  messageIn,
  messageOut,
  now,
  startAnalyticsTest,
  timeZone,
  verdict,
  week,
} from '#test/analytics-data.ts';

let world: Awaited<ReturnType<typeof startAnalyticsTest>>;
beforeAll(async () => {
  world = await startAnalyticsTest();
});
afterAll(() => world.test.close());
beforeEach(() => world.deleteMessages());

async function analyse(query = ''): Promise<AnalyticsReply> {
  const url = `/api/analytics?days=7&timeZone=${timeZone}${query}`;
  const { status, body, text } = await world.admin.call('GET', url);
  expect(status, text).toBe(200);
  return body;
}

const at = (time: string) => new Date(`2026-${time}`);

const nothing: Figures = {
  messagesIn: 0,
  messagesOut: 0,
  systemTexts: 0,
  activePeople: 0,
  answered: 0,
  answerTimeMs: null,
  delivered: 0,
  failed: 0,
  deliveryRate: null,
  validated: 0,
  rejected: 0,
  rejectionRate: null,
  tokens: { input: 0, output: 0, unreported: 0 },
};

describe('GET /api/analytics', () => {
  it('reports nothing without messages', async () => {
    const reply = await analyse();
    expect(reply).toMatchObject({ from: '2026-10-29', to: '2026-11-04', timeZone, experts: [] });
    expect(reply).toMatchObject({ hasMessages: false, computedAt: now.toISOString() });
    expect(reply.totals).toEqual(nothing);
    expect(reply.days).toEqual(week.map((day) => ({ day, ...nothing })));
  });

  it('says how long the oldest message has waited, unless the database is slow', async () => {
    const measure = vi.spyOn(world.test.runtime.queue, 'measureBacklog');
    measure.mockResolvedValueOnce(61_400).mockResolvedValueOnce(null);
    expect((await analyse()).backlog).toEqual({ seconds: 61, limit: 60 });
    expect((await analyse()).backlog).toEqual({ seconds: null, limit: 60 });
    measure.mockRestore();
  });

  it('distinguishes a quiet week from a new product', async () => {
    await world.add(messageIn(world.threadAt(0), at('01-01T12:00:00Z')));
    expect(await analyse()).toMatchObject({ hasMessages: true, totals: { messagesIn: 0 } });
  });

  it('counts a message on its day in the requested time zone, even when the clocks change', async () => {
    await world.add(
      messageIn(world.threadAt(0), at('10-29T03:59:59.999Z')), // still the 28th
      messageIn(world.threadAt(0), at('10-29T04:00:00Z')),
      messageIn(world.threadAt(0), at('11-01T03:59:59.999Z')), // still the 31st
      messageIn(world.threadAt(0), at('11-01T04:00:00Z')),
      messageIn(world.threadAt(0), at('11-02T04:59:59.999Z')), // the 25th hour of the 1st
      messageIn(world.threadAt(0), at('11-02T05:00:00Z')),
    );
    const { days } = await analyse();
    expect(days.map(({ messagesIn }) => messagesIn)).toEqual([1, 0, 1, 2, 1, 0, 0]);
    const inUtc = await world.admin.call('GET', '/api/analytics?days=7');
    const counted = inUtc.body.days.map((day: Figures) => day.messagesIn);
    expect(counted).toEqual([2, 0, 0, 2, 2, 0, 0]);
  });

  it("measures from a message's arrival to its reply, including the wait", async () => {
    const asked = at('11-03T12:00:00Z');
    for (const seconds of [1, 2, 3, 41]) {
      const [question] = await world.add(messageIn(world.threadAt(0), asked));
      const replied = new Date(asked.getTime() + seconds * 1000);
      await world.add({ ...messageOut(world.threadAt(0), replied), replyToId: question?.id });
    }
    const [apologised] = await world.add({
      ...messageIn(world.threadAt(0), asked),
      answerState: 'failed',
    });
    await world.add({
      ...messageOut(world.threadAt(0), now),
      origin: 'system',
      replyToId: apologised?.id,
    });
    const { totals, days } = await analyse();
    expect(totals.answerTimeMs).toEqual({ p50: 2_500, p95: expect.closeTo(35_300, 3) });
    expect(days[5]?.answerTimeMs).toEqual(totals.answerTimeMs);
    expect(days[6]?.answerTimeMs).toBeNull();
  });

  it('does not count unknown tokens as zero', async () => {
    const replied = messageOut(world.threadAt(0), now);
    const answerUsing = (input: number | null, output: number | null) => ({
      ...replied,
      aiMeta: { provider: 'openai', processingTimeMs: 1, tokenUsage: { input, output } },
    });
    await world.add(answerUsing(100, 20), answerUsing(null, 5), answerUsing(null, null), replied);
    await world.add({ ...messageIn(world.threadAt(0), now), verdict: verdict(true, null) });
    const { tokens } = (await analyse()).totals;
    expect(tokens).toEqual({ input: 100, output: 26, unreported: 3 });
  });

  it('filters everything by expert, and lists the busiest expert first', async () => {
    const { ada, sol } = world;
    await world.add(
      messageIn(world.threadAt(0), now),
      messageIn(world.threadAt(3), now),
      messageIn(world.threadAt(4), now),
    );
    const { experts: listed } = await analyse();
    expect(listed.map(({ expert }) => expert)).toEqual(
      [sol, ada].map((expert) => ({
        id: expert.id,
        displayName: expert.displayName,
        imageUrl: null,
        channel: 'SMS',
      })),
    );
    const narrowed = await analyse(`&expertId=${sol.id}`);
    expect(narrowed.totals).toMatchObject({ messagesIn: 2, activePeople: 2 });
    expect(narrowed.days.at(-1)).toMatchObject({ messagesIn: 2, activePeople: 2 });
    expect(narrowed.experts).toHaveLength(1);
    const { status, body } = await world.admin.call('GET', `/api/analytics?expertId=${uuidv7()}`);
    expect([status, body.message]).toEqual([404, 'Expert not found']);
  });

  it.each([
    ['days=8', 'days: days must be 7, 30 or 90'],
    ['timeZone=Mars/Olympus', 'timeZone: Time zone must be a name like Europe/Berlin'],
    ['expertId=ada', 'expertId: expertId must be a valid id'],
  ])('refuses ?%s', async (query, message) => {
    const { status, body } = await world.admin.call('GET', `/api/analytics?${query}`);
    expect([status, body.message]).toEqual([400, message]);
  });
});
