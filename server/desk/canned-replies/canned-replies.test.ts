import { afterAll, beforeAll, expect, it } from 'vitest';
import { asAdmin, signIn } from '#test/api-client.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';

let test: TestApp;
let admin: Awaited<ReturnType<typeof signIn>>['call'];
let agent: Awaited<ReturnType<typeof signIn>>['call'];
beforeAll(async () => {
  test = await startTestApp();
  admin = (await signIn(test, asAdmin)).call;
  agent = (await signIn(test, { role: 'AGENT', phoneNumber: null })).call;
});
afterAll(() => test.close());

const path = '/api/canned-replies';
const add = (name: string, text = 'We open at nine.') => admin('POST', path, { name, text });
const listNames = async () =>
  (await agent('GET', path)).body.cannedReplies.map(({ name }: { name: string }) => name);

it('canned replies are kept by admins, and read by all staff, by name', async () => {
  const { body } = await add('hours');
  await add('Address');
  expect(await listNames()).toEqual(['Address', 'hours']);
  const { id } = body.cannedReply;
  const changed = await admin('PUT', `${path}/${id}`, { name: 'Opening', text: 'At ten.' });
  expect(changed.body.cannedReply).toEqual({ id, name: 'Opening', text: 'At ten.' });
  expect((await agent('DELETE', `${path}/${id}`)).status).toBe(403);
  expect((await admin('DELETE', `${path}/${id}`)).status).toBe(200);
  expect((await admin('DELETE', `${path}/${id}`)).status).toBe(404);
  expect((await admin('PUT', `${path}/${id}`, { name: 'x', text: 'y' })).status).toBe(404);
  expect(await listNames()).toEqual(['Address']);
});

it('a name is taken once, and neither name nor text is empty or too long', async () => {
  await add('Thanks');
  const second = await add('THANKS');
  expect([second.status, second.body.message]).toEqual([
    409,
    'A canned reply with this name already exists',
  ]);
  expect((await add(' ')).body.message).toBe('name: Name is required');
  expect((await add('Long', 'x'.repeat(1601))).body.message).toContain('must not exceed 1600');
});

it('a change of another field stays, and of the same field is a conflict with both versions', async () => {
  const { body } = await add('refund', 'We refund in five days.');
  const { id, ...basedOn } = body.cannedReply;
  const put = (change: object) => admin('PUT', `${path}/${id}`, change);
  await put({ text: 'We refund in ten days.', basedOn });
  const renamed = await put({ name: 'refunds', basedOn });
  expect(renamed.body.cannedReply).toEqual({ id, name: 'refunds', text: 'We refund in ten days.' });
  const late = await put({ text: 'We refund at once.', basedOn });
  expect([late.status, late.body.current]).toEqual([409, renamed.body.cannedReply]);
  expect(late.body.message).toMatch(/changed this canned reply/);
  const { id: _, ...current } = late.body.current;
  expect((await put({ text: 'We refund at once.', basedOn: current })).status).toBe(200);
});
