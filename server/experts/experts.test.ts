import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { listAudit } from '#test/audit.ts';
import { aConnectedUser, anExpert, aPhone, aProvider } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { listSandboxExperts } from './store.ts';

let test: TestApp;
let admin: Awaited<ReturnType<typeof signIn>>;
let providerId: string;
beforeAll(async () => {
  test = await startTestApp();
  admin = await signIn(test, asAdmin);
  providerId = (await aProvider(test)).id;
});
afterAll(() => test.close());

let made = 0;
const form = (change: object = {}) => ({
  channel: 'SMS',
  handle: `bea-${++made}`,
  displayName: 'Bea',
  providerId,
  phoneNumber: aPhone(),
  ...change,
});
const put = (id: string, change: object) => admin.call('PUT', `/api/experts/${id}`, change);
const add = (change: object = {}) => admin.call('POST', '/api/experts', form(change));

describe('create', () => {
  it('activates an expert that people can reach', async () => {
    const phoneNumber = aPhone();
    const typed = `(${phoneNumber.slice(2, 5)}) ${phoneNumber.slice(5, 8)} ${phoneNumber.slice(8)}`;
    const request = { phoneNumber: typed, tagline: '', primaryColor: '#2F6B4F' };
    const { status, body } = await add({ ...request, customDomain: 'Chat.Example.com' });
    expect(status).toBe(200);
    expect(body.expert).toMatchObject({
      status: 'ACTIVE',
      phoneNumber,
      tagline: null,
      primaryColor: '#2F6B4F',
      customDomain: 'chat.example.com',
      webhookUrl: `${test.runtime.config.publicUrl}/api/webhooks/experts/${body.expert.id}`,
    });
  });

  it.each([
    ['SMS', 'PAUSED'],
    ['WHATSAPP', 'PAUSED'],
    ['AMB', 'ACTIVE'],
  ])('makes a %s expert without a number %s', async (channel, status) => {
    const { body } = await add({ channel, phoneNumber: '' });
    expect(body.expert).toMatchObject({ status, phoneNumber: null });
  });

  // spec: 3.3 5.10
  it.each([
    [{ channel: 'FAX' }, 400, 'channel: Channel must be one of AMB, SMS, WHATSAPP'],
    [{ handle: ' ' }, 400, 'handle: Handle is required'],
    [{ displayName: undefined }, 400, 'displayName: Display name is required'],
    [
      { displayName: 'x'.repeat(101) },
      400,
      'displayName: Display name must not exceed 100 characters',
    ],
    [{ tagline: 'x'.repeat(201) }, 400, 'tagline: This must not exceed 200 characters'],
    ...['ada lovelace', 'ada/1', 'ädä', 'ada@example'].map((handle) => [
      { handle },
      400,
      'handle: Handle can contain only letters, digits, dots, underscores and hyphens',
    ]),
    [{ category: 'x'.repeat(31) }, 400, 'category: This must not exceed 30 characters'],
    ...['a\nb\nc\nd', 'x'.repeat(121)].map((sampleQuestions) => [
      { sampleQuestions },
      400,
      'sampleQuestions: At most 3 lines, each of at most 120 characters',
    ]),
    [{ providerId: undefined }, 400, 'providerId: AI provider is required'],
    [{ providerId: 'nope' }, 400, 'providerId: There is no AI provider nope'],
    [{ primaryColor: 'red' }, 400, 'primaryColor: Colors are hex values like #2F6B4F'],
    ...['10.0.0.1', '127.1', '0x7f.1', '0177.0.0.1', 'chat.0x7f'].map((customDomain) => [
      { customDomain },
      400,
      "customDomain: Custom domain can't be an IP address",
    ]),
    ...['localhost', '2130706433', '0x7f000001', '[::1]', '::1', 'chat.example.com.'].map(
      (customDomain) => [
        { customDomain },
        400,
        'customDomain: Custom domain must be a host name like chat.example.com',
      ],
    ),
    [
      { customDomain: `${'a.'.repeat(126)}com` },
      400,
      'customDomain: Custom domain must not exceed 253 characters',
    ],
    [{ displayName: 'a\0b' }, 400, "Text can't contain the character NUL."],
  ] as [object, number, string][])('refuses %j', async (change, status, message) => {
    const reply = await add(change);
    expect([reply.status, reply.body]).toEqual([status, { message }]);
  });

  it("refuses PUBLIC_URL's host as a custom domain, now and later", async () => {
    const { id } = (await add()).body.expert;
    const { config } = test.runtime;
    test.runtime.config = { ...config, publicUrl: 'https://chat.sagewire.example:8443' };
    const customDomain = 'Chat.Sagewire.example';
    const refused = [
      await add({ customDomain }),
      await admin.call('PUT', `/api/experts/${id}`, { customDomain }),
    ];
    test.runtime.config = config;
    for (const { status, body } of refused) {
      const message = "customDomain: This is PUBLIC_URL's host. Choose another one.";
      expect([status, body]).toEqual([400, { message }]);
    }
  });

  it('names the field that another expert already uses', async () => {
    const taken = { handle: 'one', customDomain: 'one.example.com', phoneNumber: aPhone() };
    await add(taken);
    for (const [field, words] of [
      ['handle', 'handle'],
      ['customDomain', 'custom domain'],
      ['phoneNumber', 'phone number'],
    ] as const) {
      const { status, body } = await add({ [field]: taken[field] });
      expect(status).toBe(409);
      expect(body.message).toBe(`An expert with this ${words} already exists`);
    }
    expect((await add({ handle: 'ONE' })).body.message).toMatch('this handle already exists');
    const otherChannel = await add({ channel: 'WHATSAPP', phoneNumber: taken.phoneNumber });
    expect(otherChannel.status).toBe(200);
  });

  it('requires an active provider', async () => {
    const { id } = await aProvider(test, { isActive: false });
    const { status, body } = await add({ providerId: id });
    expect(status).toBe(422);
    expect(body.message).toBe('Sandbox AI is inactive. Choose another AI provider.');
  });
});

describe('the fallback provider', () => {
  it('is another active provider, or none', async () => {
    const { expert } = (await add()).body;
    expect(expert.fallbackProviderId).toBeNull();
    const spare = await aProvider(test, { displayName: 'Spare' });
    const off = await aProvider(test, { isActive: false });
    const nobody = crypto.randomUUID();
    for (const [id, words] of [
      [expert.providerId, 'The fallback must be another AI provider than the first'],
      [off.id, 'Sandbox AI is inactive'],
      [nobody, `There is no AI provider ${nobody}`],
      ['nope', 'There is no AI provider nope'],
    ]) {
      const refused = await put(expert.id, { fallbackProviderId: id });
      const message = `fallbackProviderId: ${words}`;
      expect([refused.status, refused.body]).toEqual([400, { message }]);
      expect((await add({ fallbackProviderId: id, providerId: expert.providerId })).status).toBe(
        400,
      );
    }
    const { body } = await put(expert.id, { fallbackProviderId: spare.id });
    expect(body.expert.fallbackProviderId).toBe(spare.id);
    const swapped = await put(expert.id, { providerId: spare.id });
    expect(swapped.status).toBe(400);
    const cleared = await put(expert.id, { fallbackProviderId: '' });
    expect(cleared.body.expert.fallbackProviderId).toBeNull();
  });
});

describe('update', () => {
  it('changes only the fields sent, and clears blank ones', async () => {
    const { id } = (await add({ tagline: 'Old', systemPrompt: 'Be brief.' })).body.expert;
    const { status, body } = await admin.call('PUT', `/api/experts/${id}`, {
      tagline: '',
      siteName: 'Beas',
      status: 'PAUSED',
    });
    expect(status).toBe(200);
    expect(body.expert).toMatchObject({
      tagline: null,
      siteName: 'Beas',
      status: 'PAUSED',
      systemPrompt: 'Be brief.',
      displayName: 'Bea',
    });
    const rows = await listAudit(test, id);
    expect(rows.find(({ action }) => action === 'expert.update')).toMatchObject({
      actorId: admin.user.id,
      before: { tagline: 'Old', siteName: null, status: 'ACTIVE' },
      after: { tagline: null, siteName: 'Beas', status: 'PAUSED' },
    });
  });

  it('takes the longest prompts, in any script', async () => {
    const prompts = { systemPrompt: '語'.repeat(20_000), validator: '語'.repeat(20_000) };
    const { status, body } = await add(prompts);
    expect([status, body.expert]).toEqual([200, expect.objectContaining(prompts)]);
    const { id: expertId } = body.expert;
    expect((await put(expertId, prompts)).status).toBe(200);
    const draft = { expertId, message: 'Hello', draft: prompts };
    expect((await admin.call('POST', '/api/test-draft', draft)).status).toBe(200);
  });

  it('answers bursts together only once that is switched on', async () => {
    const { id, answersBursts } = (await add()).body.expert;
    expect(answersBursts).toBe(false);
    for (const wanted of [true, false]) {
      const { body } = await admin.call('PUT', `/api/experts/${id}`, { answersBursts: wanted });
      expect(body.expert.answersBursts).toBe(wanted);
    }
    const wrong = await admin.call('PUT', `/api/experts/${id}`, { answersBursts: 'yes' });
    expect([wrong.status, wrong.body.message]).toEqual([
      400,
      'answersBursts: answersBursts must be true or false',
    ]);
  });

  it('keeps an active expert reachable', async () => {
    const { id } = (await add({ phoneNumber: null })).body.expert;
    const started = await admin.call('PUT', `/api/experts/${id}`, { status: 'ACTIVE' });
    expect(started.status).toBe(422);
    expect(started.body.message).toBe('Add a phone number first: an active SMS expert needs one.');
    const phoneNumber = aPhone();
    const both = await admin.call('PUT', `/api/experts/${id}`, { status: 'ACTIVE', phoneNumber });
    expect(both.status).toBe(200);
    const removed = await admin.call('PUT', `/api/experts/${id}`, { phoneNumber: '' });
    expect(removed.status).toBe(422);
  });

  // spec: 3.3 5.15
  it('refuses bad values, values in use and unknown ids', async () => {
    const first = (await add()).body.expert;
    const second = (await add()).body.expert;
    const url = `/api/experts/${second.id}`;
    const bad = await admin.call('PUT', url, { status: 'GONE' });
    expect([bad.status, bad.body.message]).toEqual([
      400,
      'status: Status must be ACTIVE or PAUSED',
    ]);
    expect((await admin.call('PUT', url, { handle: first.handle })).status).toBe(409);
    expect((await admin.call('PUT', url, { handle: second.handle })).status).toBe(200);
    const missing = '/api/experts/01a1fc91-9743-7ba3-b724-476a9e21bd15';
    const unknown = await admin.call('PUT', missing, { displayName: 'X' });
    expect([unknown.status, unknown.body.message]).toEqual([404, 'Expert not found']);
  });
});

describe('an edit of an older state', () => {
  it('is refused with the expert as it is now, and a paused expert stays paused', async () => {
    const { expert } = (await add({ tagline: 'Old' })).body;
    const url = `/api/experts/${expert.id}`;
    const { headers, body } = await admin.call('GET', url);
    expect([headers.etag, body.expert]).toEqual(['"1"', expert]);
    const read = { 'if-match': String(headers.etag) };
    const other = await signIn(test, asAdmin);
    const paused = await other.call('PUT', url, { status: 'PAUSED' }, read);
    expect([paused.status, paused.headers.etag]).toEqual([200, '"2"']);

    const late = await admin.call('PUT', url, { tagline: 'New', status: 'ACTIVE' }, read);
    expect([late.status, late.body]).toEqual([
      409,
      {
        message: `${other.user.email} has since changed this expert.`,
        current: paused.body.expert,
      },
    ]);
    const fresh = { 'if-match': '"2"' };
    const saved = await admin.call('PUT', url, { tagline: 'New' }, fresh);
    expect(saved.body.expert).toMatchObject({ status: 'PAUSED', tagline: 'New', revision: 3 });
    const again = await admin.call('PUT', url, { tagline: 'Newer' }, fresh);
    expect(again.body.message).toBe('You have since changed this expert in another window.');
  });

  it('is applied without If-Match, like every edit', async () => {
    const { expert } = (await add()).body;
    const url = `/api/experts/${expert.id}`;
    for (const headers of [{}, { 'if-match': '*' }] as Record<string, string>[]) {
      const { status } = await admin.call('PUT', url, { tagline: 'New' }, headers);
      expect(status).toBe(200);
    }
    const odd = await admin.call('PUT', url, { tagline: 'New' }, { 'if-match': 'yesterday' });
    expect([odd.status, odd.body.message]).toEqual([
      400,
      'if-match: If-Match must be an ETag of this address, like "7"',
    ]);
  });

  it('is refused to all but one of many at once', async () => {
    const { expert } = (await add()).body;
    const read = { 'if-match': '"1"' };
    const saves = Array.from({ length: 8 }, (_, at) =>
      admin.call('PUT', `/api/experts/${expert.id}`, { tagline: `Tagline ${at}` }, read),
    );
    const statuses = (await Promise.all(saves)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(7).fill(409)]);
  });
});

describe('archive', () => {
  const archive = (id: string, isArchived = true) =>
    admin.call('PUT', `/api/experts/${id}/archived`, { isArchived });

  it('pauses an expert and leaves it out of every choice, until it is restored', async () => {
    const expert = await anExpert(test);
    const { user, thread } = await aConnectedUser(test, expert);
    const { status, body, headers } = await archive(expert.id);
    expect([status, body.expert.status, headers.etag]).toEqual([200, 'PAUSED', '"2"']);
    expect(body.expert.archivedAt).toEqual(expect.any(String));
    expect((await archive(expert.id)).body.expert.revision).toBe(2);

    const person = callAs(test, await createToken(test.runtime.db, user.id, new Date()));
    const [shown, chosen] = [
      (await person('GET', '/api/experts/public')).body.experts,
      (await admin.call('GET', '/api/threads/experts')).body.experts,
    ] as { id: string }[][];
    for (const list of [shown, chosen, await listSandboxExperts(test.runtime.db)]) {
      expect(list?.map(({ id }) => id)).not.toContain(expert.id);
    }
    expect((await person('POST', `/api/experts/${expert.id}/connect`, {})).status).toBe(409);
    const read = await person('GET', `/api/threads/${thread.id}/messages`);
    expect([read.status, read.body.thread.expert.displayName]).toEqual([200, 'Ada']);

    const started = await admin.call('PUT', `/api/experts/${expert.id}`, { status: 'ACTIVE' });
    expect([started.status, started.body.message]).toEqual([
      422,
      'Ada is archived. Restore it first.',
    ]);
    const restored = (await archive(expert.id, false)).body.expert;
    expect(restored).toMatchObject({ archivedAt: null, status: 'PAUSED', revision: 3 });
    const rows = await listAudit(test, expert.id);
    expect(rows.map(({ action }) => action)).toEqual(['expert.archive', 'expert.unarchive']);
  });

  it('is not undone by an edit of an older state', async () => {
    const { expert } = (await add()).body;
    await archive(expert.id);
    const late = await admin.call(
      'PUT',
      `/api/experts/${expert.id}`,
      { tagline: 'New' },
      { 'if-match': '"1"' },
    );
    expect([late.status, late.body.current.archivedAt]).toEqual([409, expect.any(String)]);
  });
});

it('lists paused experts for the sandbox phone, after the active ones', async () => {
  const paused = await anExpert(test, { status: 'PAUSED' });
  const active = await anExpert(test);
  const listed = await listSandboxExperts(test.runtime.db);
  const ids = listed.map(({ id }) => id);
  expect(listed).toContainEqual(expect.objectContaining({ id: paused.id, isPaused: true }));
  expect(ids.indexOf(active.id)).toBeLessThan(ids.indexOf(paused.id));
});

describe('for every signed-in person', () => {
  it("shows active experts with the person's connection state, and no secrets", async () => {
    const expert = await anExpert(test, { systemPrompt: 'hidden words', validator: 'hidden too' });
    const paused = await anExpert(test, { status: 'PAUSED' });
    const { user, thread } = await aConnectedUser(test, expert);
    const { db, clock } = test.runtime;
    const call = callAs(test, await createToken(db, user.id, clock.now()));
    const { text, body } = await call('GET', '/api/experts/public');
    const shown = body.experts.find(({ id }: { id: string }) => id === expert.id);
    expect(shown).toMatchObject({ displayName: 'Ada', connection: 'active', threadId: thread.id });
    expect(text).not.toContain('hidden');
    expect(text).not.toContain(expert.providerId);
    expect(text).not.toContain(paused.id);

    const stranger = await signIn(test);
    const others = await stranger.call('GET', '/api/experts/public');
    const same = others.body.experts.find(({ id }: { id: string }) => id === expert.id);
    expect(same).toMatchObject({ connection: 'none', threadId: null });
    expect((await callAs(test, null)('GET', '/api/experts/public')).status).toBe(401);
  });

  it('shows on its own site that expert first, and the others only if its owner wants it', async () => {
    await anExpert(test);
    const owner = await anExpert(test, { customDomain: 'own.example.com' });
    const { call } = await signIn(test);
    const shownOn = async (host: string) => {
      const { body } = await call('GET', '/api/experts/public', undefined, { host });
      return body.experts.map(({ id }: { id: string }) => id) as string[];
    };
    const everywhere = await shownOn('unknown.example.com');
    expect(everywhere.length).toBeGreaterThan(1);
    expect(everywhere[0]).not.toBe(owner.id);
    expect(await shownOn('Own.Example.com.')).toEqual([owner.id]);
    await admin.call('PUT', `/api/experts/${owner.id}`, { showsOtherExperts: true });
    const others = everywhere.filter((id) => id !== owner.id);
    expect(await shownOn('own.example.com')).toEqual([owner.id, ...others]);
    await admin.call('PUT', `/api/experts/${owner.id}`, { status: 'PAUSED' });
    expect(await shownOn('own.example.com')).toEqual(others);
  });

  it('shows categories and sample questions, with links that open the chat', async () => {
    const { expert } = (await add({ category: 'Learning', sampleQuestions: ' 1 + 1?\n\nWhy?' }))
      .body;
    const { body } = await (await signIn(test)).call('GET', '/api/experts/public');
    const shown = body.experts.find(({ id }: { id: string }) => id === expert.id);
    const { publicUrl } = test.runtime.config;
    const chatLink = `${publicUrl}/sandbox/sms/open/${expert.phoneNumber}`;
    expect(shown).toMatchObject({
      category: 'Learning',
      chatLink,
      sampleQuestions: [
        { text: '1 + 1?', link: `${chatLink}?&body=1%20%2B%201%3F` },
        { text: 'Why?', link: `${chatLink}?&body=Why%3F` },
      ],
    });
    const opened = await fetch(shown.sampleQuestions[0].link, { redirect: 'manual' });
    const place = new URL(opened.headers.get('location') ?? '', publicUrl);
    expect(Object.fromEntries(place.searchParams)).toEqual({
      channel: 'SMS',
      to: expert.phoneNumber,
      text: '1 + 1?',
    });
  });

  it('connects, and can be repeated', async () => {
    const expert = await anExpert(test);
    const user = await signIn(test);
    const url = `/api/experts/${expert.id}/connect`;
    const first = await user.call('POST', url);
    expect(first.status).toBe(200);
    expect(first.body.state).toBe('pending');
    const second = await user.call('POST', url, {});
    expect(second.body.threadId).toBe(first.body.threadId);
    const { body } = await user.call('GET', '/api/experts/public');
    const shown = body.experts.find(({ id }: { id: string }) => id === expert.id);
    expect(shown).toMatchObject({ connection: 'pending', threadId: null });
  });

  it('connects to no paused, unknown or misspelled expert, and requires a token', async () => {
    const paused = await anExpert(test, { status: 'PAUSED' });
    const user = await signIn(test);
    const conflict = await user.call('POST', `/api/experts/${paused.id}/connect`);
    expect([conflict.status, conflict.body.message]).toEqual([409, 'This expert is paused']);
    const missing = '/api/experts/01a1fc91-9743-7ba3-b724-476a9e21bd15/connect';
    expect((await user.call('POST', missing)).status).toBe(404);
    expect((await user.call('POST', '/api/experts/nobody/connect')).status).toBe(400);
    expect((await callAs(test, null)('POST', missing)).status).toBe(401);
  });
});
