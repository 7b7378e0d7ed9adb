import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LeasedJob } from '#server/jobs/jobs.ts';
import { aConnectedUser, anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { beforeTransaction } from '#test/transactions.ts';
import { answerCrisis } from '../journey.ts';

let test: TestApp;
beforeEach(async () => {
  test = await startTestApp();
});
afterEach(() => test.close());

it('a crisis that comes while the thread is read for one has it read again', async () => {
  const expert = await anExpert(test);
  const { text } = createTexter(test, expert);
  const { phone, thread } = await aConnectedUser(test, expert);
  const { queue } = test.runtime;
  await text(phone, 'Tell me a long story');
  await queue.lease('answer-message', 1);
  // "Live" is a word of most crises.
  await text(phone, 'How do I live on a small budget?');
  const [job] = await queue.lease('meet-crisis', 1);
  beforeTransaction(test, 2, () => text(phone, 'I want to kill myself'));
  await answerCrisis(test.runtime, job as LeasedJob);
  expect(await queue.lease('meet-crisis', 1)).toMatchObject([{ threadId: thread.id }]);
});
