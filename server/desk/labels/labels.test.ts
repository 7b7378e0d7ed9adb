import { like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExpertRow, labels } from '#server/db/schema.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { listAudit } from '#test/audit.ts';
import { aNamedUser, findInDatabase } from '#test/erasure.ts';
import { aConnectedUser, anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';

let test: TestApp;
let expert: ExpertRow;
let admin: Awaited<ReturnType<typeof signIn>>['call'];
let agent: Awaited<ReturnType<typeof signIn>>['call'];
beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
  admin = (await signIn(test, asAdmin)).call;
  agent = (await signIn(test, { role: 'AGENT', phoneNumber: null })).call;
});
afterAll(() => test.close());

const path = '/api/labels';
let made = 0;
async function aLabel(name = `Label ${++made}`): Promise<string> {
  const { body } = await admin('POST', path, { name, hue: 'teal' });
  return body.label.id;
}
const put = (labelId: string, body: object) => agent('POST', `${path}/${labelId}/threads`, body);
const aThread = async () => (await aConnectedUser(test, expert)).thread.id;
const listIds = async (query: string): Promise<string[]> => {
  const { body } = await agent('GET', `/api/threads?${query}`);
  return body.threads.map(({ id }: { id: string }) => id);
};
const readLabel = async (id: string) =>
  (await agent('GET', path)).body.labels.find((label: { id: string }) => label.id === id);

describe('labels', () => {
  it('are kept by admins, and read by all staff, by name', async () => {
    const id = await aLabel('refunds');
    await aLabel('Abuse');
    const { body } = await agent('GET', path);
    expect(body.labels.map(({ name }: { name: string }) => name)).toEqual(['Abuse', 'refunds']);
    const change = { name: 'Refunds', hue: 'red' };
    expect((await admin('PUT', `${path}/${id}`, change)).body.label).toEqual({ id, ...change });
    expect((await agent('DELETE', `${path}/${id}`)).status).toBe(403);
    expect((await admin('DELETE', `${path}/${id}`)).status).toBe(200);
    expect((await admin('DELETE', `${path}/${id}`)).status).toBe(404);
    expect((await admin('PUT', `${path}/${id}`, change)).status).toBe(404);
  });

  it('are at most 200', async () => {
    const { db } = test.runtime;
    const many = Array.from({ length: 200 }, (_, n) => ({
      name: `One of many ${n}`,
      hue: 'teal' as const,
    }));
    await db.insert(labels).values(many);
    const { status, body } = await admin('POST', path, { name: 'One more', hue: 'teal' });
    await db.delete(labels).where(like(labels.name, 'One of many %'));
    expect([status, body.message]).toEqual([
      422,
      'There are 200 labels already. Delete one first.',
    ]);
  });

  it('have one name each, whatever its case, and a hue of the set', async () => {
    await aLabel('Shipping');
    const second = await admin('POST', path, { name: 'SHIPPING', hue: 'blue' });
    expect([second.status, second.body.message]).toEqual([
      409,
      'A label with this name already exists',
    ]);
    const refuse = async (body: object) => (await admin('POST', path, body)).body.message;
    expect(await refuse({ name: ' ', hue: 'red' })).toBe('name: Name is required');
    expect(await refuse({ name: 'x'.repeat(41), hue: 'red' })).toContain('must not exceed 40');
    expect(await refuse({ name: 'Mauve', hue: 'mauve' })).toContain('hue must be one of gray');
  });
});

describe('a labelled conversation', () => {
  it('shows its labels by name to staff, and none to its person', async () => {
    const person = await aNamedUser(test, expert);
    const { id } = person.thread;
    const [later, first] = [await aLabel('zz late'), await aLabel('AA first')];
    for (const label of [later, first]) await put(label, { threadIds: [id], isOn: true });
    const { body } = await agent('GET', `/api/threads/${id}/messages`);
    expect(body.thread.labels).toEqual([
      { id: first, name: 'AA first', hue: 'teal' },
      { id: later, name: 'zz late', hue: 'teal' },
    ]);
    expect((await person.call('GET', `/api/threads/${id}/messages`)).body.thread.labels).toEqual(
      [],
    );
  });

  it('is found by its label, whose count is the length of that list', async () => {
    const [label, other, thread] = [await aLabel(), await aLabel(), await aThread()];
    await put(label, { threadIds: [thread], isOn: true });
    expect(await listIds(`labelled=${label}`)).toEqual([thread]);
    expect(await readLabel(label)).toMatchObject({ threads: 1 });
    expect(await listIds(`labelled=${other}`)).toEqual([]);
    const { counts } = (await agent('GET', `/api/threads/counts?labelled=${label}`)).body;
    expect(counts).toMatchObject({ resolved: 0, optedOut: 0 });
    await admin('DELETE', `${path}/${label}`);
    expect(await listIds(`labelled=${label}`)).toEqual([]);
  });

  it('is one of a selection, or of all that match, and only what changes is reported', async () => {
    const [label, one, two, three] = [
      await aLabel(),
      await aThread(),
      await aThread(),
      await aThread(),
    ];
    const first = await put(label, { threadIds: [one, two], isOn: true });
    expect(first.body.threadIds.toSorted()).toEqual([one, two].toSorted());
    const again = await put(label, { threadIds: [two, three, label], isOn: true });
    expect(again.body.threadIds).toEqual([three]);
    const off = await put(label, { all: true, labelled: label, isOn: false });
    expect(off.body.threadIds.toSorted()).toEqual([one, two, three].toSorted());
    const rows = await listAudit(test, two);
    expect(rows.map(({ action }) => action)).toEqual(['thread.add-label', 'thread.remove-label']);
  });

  it('is refused without a choice, and with a label that is gone', async () => {
    const label = await aLabel();
    expect((await put(label, { isOn: true })).body.message).toContain(
      'Send either threadIds or all',
    );
    await admin('DELETE', `${path}/${label}`);
    const { status, body } = await put(label, { threadIds: [await aThread()], isOn: true });
    expect([status, body.message]).toEqual([404, 'Label not found']);
  });

  it('loses its labels when its person is erased', async () => {
    const person = await aNamedUser(test, expert);
    const label = await aLabel('Upset');
    await put(label, { threadIds: [person.thread.id], isOn: true });
    await person.leave();
    expect(await readLabel(label)).toMatchObject({ threads: 0 });
    expect(await findInDatabase(test, [person.thread.id])).not.toContain(
      `thread_labels: ${person.thread.id}`,
    );
    expect(
      (await put(label, { threadIds: [person.thread.id], isOn: true })).body.threadIds,
    ).toEqual([]);
  });
});
