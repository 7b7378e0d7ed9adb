import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import { providers } from '#server/db/schema.ts';
import type { ExpertVersion } from '#shared/api/expert-versions.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { listAudit } from '#test/audit.ts';
import { aConnectedUser, anExpert, aPhone, aProvider } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

let test: TestApp;
let admin: Awaited<ReturnType<typeof signIn>>;
let other: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  test = await startTestApp();
  admin = await signIn(test, asAdmin);
  other = await signIn(test, asAdmin);
});
afterAll(() => test.close());

let made = 0;
async function add(change: object = {}) {
  const { body } = await admin.call('POST', '/api/experts', {
    channel: 'SMS',
    handle: `vera-${++made}`,
    displayName: 'Vera',
    phoneNumber: aPhone(),
    systemPrompt: 'You are Vera.',
    ...change,
  });
  return body.expert as { id: string; providerId: string };
}

async function versionsOf(id: string, query = ''): Promise<ExpertVersion[]> {
  const { status, body } = await admin.call('GET', `/api/experts/${id}/versions${query}`);
  expect(status).toBe(200);
  return body.versions;
}

const put = (id: string, change: object, by = admin) =>
  by.call('PUT', `/api/experts/${id}`, change);
const restore = (id: string, version: number | string, by = admin) =>
  by.call('POST', `/api/experts/${id}/versions/${version}/restore`);

describe('a version', () => {
  it('is recorded for a new expert, and for every change of what it answers with', async () => {
    const provider = await aProvider(test);
    const { id } = await add({ providerId: provider.id });
    await put(id, { systemPrompt: 'You are Vera. Be brief.' }, other);
    await put(id, { validator: 'Plants only.' });
    const second = await aProvider(test, { displayName: 'Second AI' });
    await put(id, { providerId: second.id, systemPrompt: 'You are Vera again.' });

    expect(await versionsOf(id)).toMatchObject([
      {
        version: 4,
        systemPrompt: 'You are Vera again.',
        validator: 'Plants only.',
        provider: { id: second.id, displayName: 'Second AI' },
        author: { email: admin.user.email },
        changed: ['systemPrompt', 'provider'],
      },
      { version: 3, validator: 'Plants only.', changed: ['validator'] },
      { version: 2, author: { email: other.user.email }, changed: ['systemPrompt'] },
      {
        version: 1,
        systemPrompt: 'You are Vera.',
        validator: null,
        provider: { id: provider.id, displayName: 'Sandbox AI' },
        model: 'gpt-4.1',
        author: { email: admin.user.email },
        changed: [],
      },
    ]);
  });

  it('is not recorded for any other change, or for none', async () => {
    const { id } = await add({ providerId: (await aProvider(test)).id });
    await put(id, { tagline: 'Green', status: 'PAUSED' });
    await put(id, { systemPrompt: 'You are Vera.' });
    const taken = (await anExpert(test)).handle;
    expect((await put(id, { handle: taken, systemPrompt: 'Never stored' })).status).toBe(409);
    expect(await versionsOf(id)).toHaveLength(1);
  });

  it('is recorded for every expert of a provider whose model changes, with the same admin', async () => {
    const provider = await aProvider(test);
    const [one, two] = [
      await add({ providerId: provider.id }),
      await add({ providerId: provider.id }),
    ];
    const stranger = await add({ providerId: (await aProvider(test)).id });
    const url = `/api/providers/${provider.id}`;
    await other.call('PUT', url, { displayName: 'Renamed', config: { temperature: 0.2 } });
    await other.call('PUT', url, { config: { model: 'gpt-5.1' } });
    for (const { id } of [one, two]) {
      const [newest, ...older] = await versionsOf(id);
      expect(newest).toMatchObject({
        version: 2,
        model: 'gpt-5.1',
        author: { email: other.user.email },
        changed: ['model'],
      });
      expect(older).toHaveLength(1);
    }
    expect(await versionsOf(stranger.id)).toHaveLength(1);
  });

  it('keeps consecutive numbers when many admins save at once', async () => {
    const provider = await aProvider(test);
    const { id } = await add({ providerId: provider.id });
    const saves = Array.from({ length: 12 }, (_, index) =>
      index % 3 === 0
        ? admin.call('PUT', `/api/providers/${provider.id}`, { config: { model: `m-${index}` } })
        : put(id, { systemPrompt: `Prompt ${index}` }, index % 2 ? admin : other),
    );
    for (const { status } of await Promise.all(saves)) expect(status).toBe(200);
    const versions = await versionsOf(id);
    expect(versions.map(({ version }) => version)).toEqual(
      Array.from({ length: 13 }, (_, index) => 13 - index),
    );
    for (const { changed } of versions.slice(0, -1)) expect(changed).toHaveLength(1);
    const { body } = await admin.call('GET', '/api/experts');
    const now = body.experts.find((one: { id: string }) => one.id === id);
    expect(versions[0]?.systemPrompt).toBe(now.systemPrompt);
  });

  it('is listed in pages, for admins only', async () => {
    const { id } = await add({ providerId: (await aProvider(test)).id });
    for (const number of [2, 3]) await put(id, { systemPrompt: `Prompt ${number}` });
    const url = `/api/experts/${id}/versions`;
    const first = await admin.call('GET', `${url}?limit=2`);
    expect(first.body.versions).toMatchObject([
      { version: 3, changed: ['systemPrompt'] },
      { version: 2, changed: ['systemPrompt'] },
    ]);
    const rest = await admin.call('GET', `${url}?limit=2&cursor=${first.body.nextCursor}`);
    expect(rest.body).toMatchObject({ versions: [{ version: 1, changed: [] }], nextCursor: null });

    const user = await signIn(test);
    expect((await user.call('GET', url)).status).toBe(403);
    expect((await callAs(test, null)('GET', url)).status).toBe(401);
    const unknown = '/api/experts/01a1fc91-9743-7ba3-b724-476a9e21bd15/versions';
    expect((await admin.call('GET', unknown)).status).toBe(404);
    expect((await admin.call('GET', `${url}?cursor=bad`)).status).toBe(400);
  });
});

describe('restoring a version', () => {
  it('restores prompt, validator and provider as a new version, and audits it', async () => {
    const first = await aProvider(test);
    const second = await aProvider(test);
    const { id } = await add({ providerId: first.id, validator: 'Plants only.' });
    await put(id, { systemPrompt: 'Worse', validator: '', providerId: second.id });
    const { status, body } = await restore(id, 1, other);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      expert: { systemPrompt: 'You are Vera.', validator: 'Plants only.', providerId: first.id },
      note: null,
    });
    expect(await versionsOf(id)).toMatchObject([
      { version: 3, systemPrompt: 'You are Vera.', author: { email: other.user.email } },
      { version: 2, systemPrompt: 'Worse', validator: null },
      { version: 1 },
    ]);
    const rows = await listAudit(test, id);
    expect(rows.find(({ action }) => action === 'expert.restore')).toMatchObject({
      actorId: other.user.id,
      before: { systemPrompt: 'Worse', validator: null, providerId: second.id },
      after: { systemPrompt: 'You are Vera.', validator: 'Plants only.', providerId: first.id },
    });
    await restore(id, 3);
    expect(await versionsOf(id)).toHaveLength(3);
  });

  it("leaves the provider's model as it is, and says so", async () => {
    const provider = await aProvider(test);
    const { id } = await add({ providerId: provider.id });
    await admin.call('PUT', `/api/providers/${provider.id}`, { config: { model: 'gpt-5.1' } });
    await put(id, { systemPrompt: 'Other' });
    const { body } = await restore(id, 1);
    expect(body.note).toBe(
      'Sandbox AI now uses gpt-5.1; version 1 used gpt-4.1. The model belongs to the AI provider, so it did not change.',
    );
    expect((await versionsOf(id))[0]).toMatchObject({
      version: 4,
      model: 'gpt-5.1',
      systemPrompt: 'You are Vera.',
    });
  });

  it('makes no provider its own fallback', async () => {
    const first = await aProvider(test, { displayName: 'First' });
    const second = await aProvider(test);
    const { id } = await add({ providerId: first.id });
    await put(id, { providerId: second.id, fallbackProviderId: first.id });
    const { body } = await restore(id, 1);
    expect(body).toMatchObject({
      expert: { providerId: first.id, fallbackProviderId: null },
      note: 'First was the fallback. It answers first now, so there is no fallback.',
    });
  });

  it('is refused for unknown versions, inactive providers and non-admins', async () => {
    const off = await aProvider(test);
    const { id } = await add({ providerId: off.id });
    await put(id, { providerId: (await aProvider(test)).id });
    await test.runtime.db
      .update(providers)
      .set({ isActive: false })
      .where(eq(providers.id, off.id));
    const inactive = await restore(id, 1);
    expect([inactive.status, inactive.body.message]).toEqual([
      409,
      'Version 1 used Sandbox AI, which is inactive now. Copy its prompt instead.',
    ]);
    const missing = await restore(id, 9);
    expect([missing.status, missing.body.message]).toEqual([404, 'Version not found']);
    expect((await restore(id, 'last')).status).toBe(400);
    expect((await restore('01a1fc91-9743-7ba3-b724-476a9e21bd15', 1)).status).toBe(404);
    expect((await restore(id, 1, await signIn(test))).status).toBe(403);
    expect(await versionsOf(id)).toHaveLength(2);
  });
});

describe('a reply', () => {
  it('names the version that produced it, even if a newer one was saved meanwhile', async () => {
    const expert = await anExpert(test);
    const { text } = createTexter(test, expert);
    const { user, phone, thread } = await aConnectedUser(test, expert);
    const { runtime } = test;
    const really = runtime.fetch;
    runtime.fetch = async (...call) => {
      runtime.fetch = really;
      expect((await put(expert.id, { systemPrompt: 'New words' })).status).toBe(200);
      return really(...call);
    };
    await text(phone, 'Hello');
    await test.runUntilIdle();
    await text(phone, 'And now?');
    await test.runUntilIdle();

    const url = `/api/threads/${thread.id}/messages`;
    const versionsSeen = async (call: typeof admin.call) =>
      (await call('GET', url)).body.messages.map(
        (message: { expertVersion: number | null }) => message.expertVersion,
      );
    expect(await versionsSeen(admin.call)).toEqual([2, null, 1, null]);
    const token = await createToken(runtime.db, user.id, runtime.clock.now());
    expect(await versionsSeen(callAs(test, token))).toEqual([null, null, null, null]);
  });
});
