import { eq } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { messages } from '#server/db/schema.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { aNamedUser } from '#test/erasure.ts';
import { anExpert } from '#test/factories.ts';
import { startTestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

/** Its credit was given back, and a person of the team may have had a reason. */
it('a reply that was withheld is in no answer to its person, the export included', async () => {
  const test = await startTestApp();
  onTestFinished(() => test.close());
  const expert = await anExpert(test);
  const { text, messagesOf } = createTexter(test, expert);
  const { phone, thread, call, user } = await aNamedUser(test, expert);
  test.sandbox.planFailure(phone, { kind: '429', times: 1 });
  await text(phone, 'What is 12 * 7?');
  await test.runUntilIdle();
  const admin = await signIn(test, asAdmin);
  expect((await admin.call('POST', `/api/threads/${thread.id}/take`)).status).toBe(200);
  const withheld = (await messagesOf(phone)).find((one) => one.deliveryState === 'withheld');
  const body = 'A secret kept from its person';
  await test.runtime.db
    .update(messages)
    .set({ body })
    .where(eq(messages.id, `${withheld?.id}`));
  const read = async (path: string, by = call) => {
    const { status, text: answer } = await by('GET', path);
    expect([path, status]).toEqual([path, 200]);
    return answer;
  };
  for (const path of [
    '/api/threads',
    `/api/threads/${thread.id}/messages`,
    '/api/account/export',
    '/api/account/export?format=html',
  ]) {
    expect(await read(path), path).not.toContain('kept from its person');
  }
  expect(await read(`/api/people/${user.id}/export`, admin.call)).not.toContain('kept from');
  expect(await read(`/api/threads/${thread.id}/messages`, admin.call)).toContain('kept from');
});
