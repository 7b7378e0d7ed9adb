import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExpertRow } from '#server/db/schema.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

let test: TestApp;
let expert: ExpertRow;
let ana: Awaited<ReturnType<typeof signIn>>;
let { text, threadOf } = {} as ReturnType<typeof createTexter>;

beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
  ana = await signIn(test, asAdmin);
  ({ text, threadOf } = createTexter(test, expert));
});
afterAll(() => test.close());

const gesture = async (body: object) => {
  const reply = await ana.call('POST', '/api/threads/gestures', body);
  expect(reply.status).toBe(200);
  return reply.body.results;
};
const make = () => aConnectedUser(test, expert);

describe('a gesture on several conversations', () => {
  it('resolves those chosen, gives them back to the AI, and is undone for all', async () => {
    const people = [await make(), await make(), await make()];
    const threadIds = people.map(({ thread }) => thread.id);
    const [first] = people;
    await ana.call('POST', `/api/threads/${first?.thread.id}/take`);
    await ana.call('PUT', `/api/threads/${threadIds[2]}/resolved`, { isResolved: true });
    const results = await gesture({ action: 'resolve', threadIds });
    expect(results).toHaveLength(3);
    const done = results.filter(({ isDone }: { isDone: boolean }) => isDone);
    expect(done.map(({ threadId }: { threadId: string }) => threadId).sort()).toEqual(
      threadIds.slice(0, 2).sort(),
    );
    expect(await threadOf(first?.phone ?? '')).toMatchObject({
      handler: 'ai',
      resolvedAt: expect.any(Date),
    });
    await gesture({ action: 'undo', threadIds: threadIds.slice(0, 2) });
    expect(await threadOf(first?.phone ?? '')).toMatchObject({
      handler: 'human',
      assigneeId: ana.user.id,
      resolvedAt: null,
    });
  });

  it('resolves no crisis, and says why', async () => {
    const { phone, thread } = await make();
    await text(phone, 'I want to kill myself');
    await test.runUntilIdle();
    expect(await gesture({ action: 'resolve', threadIds: [thread.id] })).toEqual([
      {
        threadId: thread.id,
        isDone: false,
        refusal: 'A crisis: open it, and resolve it by itself.',
      },
    ]);
    expect(await threadOf(phone)).toMatchObject({ riskAt: expect.any(Date), resolvedAt: null });
  });

  it('assigns all that match to a colleague, and refuses a stranger', async () => {
    const ben = await signIn(test, asAdmin);
    const { thread } = await make();
    const threadIds = [thread.id];
    const assign = { action: 'assign', threadIds, assignTo: ben.user.id };
    expect(await gesture(assign)).toEqual([{ threadId: thread.id, isDone: true, refusal: null }]);
    expect(await gesture(assign)).toEqual([{ threadId: thread.id, isDone: false, refusal: null }]);
    const { user: stranger } = await make();
    const [refused] = await gesture({ ...assign, assignTo: stranger.id });
    expect(refused.refusal).toBe('assigneeId must be a member of the team');
    const freed = await gesture({ action: 'assign', assignTo: null, all: true });
    expect(freed).toContainEqual({ threadId: thread.id, isDone: true, refusal: null });
  });
});
