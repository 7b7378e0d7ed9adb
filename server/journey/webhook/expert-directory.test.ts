import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { experts } from '#server/db/schema.ts';
import { anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createExpertDirectory } from './expert-directory.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('asks the database once for webhooks that arrive together', async () => {
  const { id } = await anExpert(test);
  const directory = createExpertDirectory(test.runtime);
  const select = vi.spyOn(test.runtime.db, 'select');
  const found = await Promise.all(Array.from({ length: 50 }, () => directory.byId(id)));
  expect(found).toEqual(found.map(() => ({ id, channel: 'SMS' })));
  await directory.byId(id);
  expect(select).toHaveBeenCalledTimes(2);
  await test.advance(5_000);
  await directory.byId(id);
  expect(select).toHaveBeenCalledTimes(3);
  select.mockRestore();
});

it('finds an expert within a second of its making, and after a failed query', async () => {
  const { id, createdAt, ...values } = await anExpert(test);
  const later = '01890000-0000-7000-8000-000000000001';
  const directory = createExpertDirectory(test.runtime);
  expect(await directory.byId(later)).toBeNull();
  const names = { handle: 'later', phoneNumber: '+12025550188' };
  await test.runtime.db.insert(experts).values({ ...values, ...names, id: later });
  await test.advance(1_000);
  expect(await directory.byId(later)).toEqual({ id: later, channel: 'SMS' });

  const select = vi.spyOn(test.runtime.db, 'select').mockImplementationOnce(() => {
    throw new Error('The connection was cut.');
  });
  await expect(directory.byId(id)).rejects.toThrow('The connection was cut.');
  select.mockRestore();
  expect(await directory.byId(id)).toEqual({ id, channel: 'SMS' });
});

it('asks the database a few times a second for unknown experts, however many ids strangers make up', async () => {
  let now = 0;
  const directory = createExpertDirectory(test.runtime, () => now);
  const select = vi.spyOn(test.runtime.db, 'select');
  const ids = Array.from({ length: 1_000 }, () => crypto.randomUUID());
  expect(await Promise.all(ids.map((id) => directory.byId(id)))).toEqual(ids.map(() => null));
  expect(select).toHaveBeenCalledTimes(101);
  now = 1_000;
  await directory.byId(ids[0] as string);
  expect(select).toHaveBeenCalledTimes(103);
  select.mockRestore();
});

it('finds a new expert at once where its making is told', async () => {
  const directory = createExpertDirectory(test.runtime);
  await directory.byId(crypto.randomUUID());
  const { id } = await anExpert(test);
  test.runtime.changes.publish({ type: 'expert', expertId: id });
  expect(await directory.byId(id)).toEqual({ id, channel: 'SMS' });
});
