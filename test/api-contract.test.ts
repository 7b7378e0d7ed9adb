import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import { asAdmin, callAs, signIn } from './api-client.ts';
import { buy } from './checkout.ts';
import { aConnectedUser, anExpert, aPhone } from './factories.ts';
import { startTestApp, type TestApp } from './runtime.ts';

let test: TestApp;
let sample: Awaited<ReturnType<typeof makeSample>>;
beforeAll(async () => {
  test = await startTestApp();
  await callAs(test, null)('POST', '/api/auth/register', { ...mia, phoneNumber: aPhone() });
});
afterAll(() => test.close());

const mia = { email: 'mia@example.com', password: 'Secret-123' };
const leo = { email: 'leo@example.com', password: 'Secret-123', subscriptionPlan: 'trial' };

async function makeSample() {
  const expert = await anExpert(test);
  const { user: person, thread } = await aConnectedUser(test, expert);
  const { db, clock } = test.runtime;
  const user = callAs(test, await createToken(db, person.id, clock.now()));
  await user('POST', `/api/threads/${thread.id}/messages`, { body: 'What is 2 + 2?' });
  await test.runUntilIdle();
  const { session } = await buy(test, user, 'payg');
  const { call: admin } = await signIn(test, asAdmin);
  await admin('POST', '/api/test-message', { expertId: expert.id, message: 'What is 5 + 5?' });
  return {
    people: { stranger: callAs(test, null), user, admin },
    ids: { expert: expert.id, provider: expert.providerId, thread: thread.id, payment: session.id },
  };
}

type Sample = typeof sample;
type Person = keyof Sample['people'];

/** `{thread}` in the path stands for the id. */
function request(call: string, as: Person, body?: object) {
  const written = call.replaceAll(
    /\{(\w+)\}/g,
    (_, name) => sample.ids[name as keyof Sample['ids']],
  );
  const [method, url] = written.split(' ') as ['GET', string];
  return sample.people[as](method, url, body);
}

async function send(call: string, as: Person, body?: object) {
  const reply = await request(call, as, body);
  expect(reply.status, `${as}: ${reply.text}`).toBe(200);
  return reply.body;
}

/** Admins may make some of the user's calls. */
async function expectRefusals(call: string, allowed: Person[], body?: object): Promise<void> {
  if (!allowed.includes('stranger'))
    expect((await request(call, 'stranger', body)).status).toBe(401);
  if (allowed.join() === 'admin') expect((await request(call, 'user', body)).status).toBe(403);
}

const everyone: Person[] = ['stranger', 'user', 'admin'];
const signedIn: Person[] = ['user', 'admin'];
const isIn = (fields: string[]) => expect.arrayContaining(fields);

describe('every call', () => {
  beforeAll(async () => {
    sample = await makeSample();
  });

  it.each<[call: string, Person[], body: object | undefined, answer: string[]]>([
    // spec: 7.7
    ['POST /api/auth/login', ['stranger'], mia, ['token', 'user']],
    // spec: 7.9
    ['GET /api/auth/user', signedIn, undefined, ['user']],
    // spec: 7.11
    ['PUT /api/auth/profile', ['user'], { firstName: 'Ann', lastName: 'Lee' }, ['user']],
    // spec: 7.12
    ['GET /api/branding', everyone, undefined, ['mode', 'expert']],
    // spec: 7.13
    ['GET /api/pricing', everyone, undefined, ['plans']],
    // spec: 7.14
    [
      'POST /api/subscription/create-checkout-session',
      ['user'],
      { plan: 'monthly' },
      ['success', 'message', 'url'],
    ],
    // spec: 7.15
    ['GET /api/subscription', signedIn, undefined, ['subscription']],
    // spec: 7.16
    ['POST /api/subscription/create-portal-session', ['user'], {}, ['url']],
    // spec: 7.17
    ['GET /api/stripe/session/{payment}', ['user'], undefined, ['plan']],
    // spec: 7.18
    ['GET /api/threads', signedIn, undefined, ['threads']],
    // spec: 7.19
    ['PUT /api/threads/{thread}/title', signedIn, { title: 'Sums' }, ['thread']],
    // spec: 7.20
    ['GET /api/threads/{thread}/messages', signedIn, undefined, ['messages']],
    // spec: 7.21
    ['POST /api/threads/{thread}/messages', signedIn, { body: 'And 3 + 3?' }, ['message']],
    // spec: 7.22
    ['GET /api/experts', ['admin'], undefined, ['experts']],
    // spec: 7.24
    ['PUT /api/experts/{expert}', ['admin'], { tagline: 'Numbers, gently' }, ['expert']],
    // spec: 7.26
    ['GET /api/experts/public', signedIn, undefined, ['experts']],
    // spec: 7.27
    ['POST /api/experts/{expert}/connect', ['user'], {}, ['state', 'message']],
    // spec: 7.32
    ['GET /api/test-conversations?expertId={expert}', ['admin'], undefined, ['conversations']],
    // spec: 7.28
    ['GET /api/providers', ['admin'], undefined, ['providers']],
    // spec: 7.30
    ['PUT /api/providers/{provider}', ['admin'], { displayName: 'X', config: {} }, ['provider']],
  ])('takes and gives what it should: %s', async (call, people, body, answer) => {
    for (const person of people) {
      expect(Object.keys(await send(call, person, body)), person).toEqual(isIn(answer));
    }
    await expectRefusals(call, people, body);
  });

  // spec: 7.10
  it('POST /api/auth/logout takes nothing', async () => {
    const { call } = await signIn(test);
    expect((await call('POST', '/api/auth/logout')).status).toBe(200);
  });

  // spec: 7.8
  it('POST /api/auth/register takes names, phone and plan, and answers with token and user', async () => {
    const person = { ...leo, firstName: 'Leo', lastName: 'Lee', phoneNumber: aPhone() };
    const { token, user } = await send('POST /api/auth/register', 'stranger', person);
    const { password, subscriptionPlan, ...known } = person;
    expect(user).toMatchObject(known);
    expect(token).toBeTypeOf('string');
  });

  // spec: 7.23
  it("POST /api/experts takes the expert's fields and answers with the expert", async () => {
    const fields = {
      channel: 'SMS',
      handle: 'sol',
      displayName: 'Sol',
      tagline: 'Dinner, sorted',
      description: 'Cooks with what is there.',
      phoneNumber: aPhone(),
      providerId: sample.ids.provider,
      systemPrompt: 'You cook.',
      validator: 'Only cooking.',
      rejected: 'I only cook.',
      customDomain: 'sol.example.com',
      siteName: 'Sol’s kitchen',
      siteTagline: 'What’s for dinner?',
      primaryColor: '#2F6B4F',
      secondaryColor: '#EFEAE0',
      accentColor: '#8A5A12',
    };
    const { expert } = await send('POST /api/experts', 'admin', fields);
    expect(expert).toMatchObject(fields);
  });

  // spec: 7.31
  it('POST /api/test-message takes expert, message and history, and answers with both messages', async () => {
    const conversationHistory = [
      { role: 'user', content: 'What is 2 + 2?' },
      { role: 'assistant', content: '4' },
    ];
    const request = { expertId: sample.ids.expert, message: 'And 3 + 3?', conversationHistory };
    const reply = await send('POST /api/test-message', 'admin', request);
    expect(reply.userMessage.body).toBe('And 3 + 3?');
    expect(reply.assistantMessage.body).toBeTypeOf('string');
    expect(reply.response.processingTimeMs).toBeTypeOf('number');
  });

  // spec: 7.29
  it('POST /api/providers takes key, name and config', async () => {
    const config = { apiKey: 'sk-1', model: 'gpt-5', temperature: 0.7, maxTokens: 4096 };
    await send('POST /api/providers', 'admin', { key: 'openai', displayName: 'Mine', config });
  });
});

describe('the fields of', () => {
  beforeAll(async () => {
    sample = await makeSample();
  });

  it.each<[what: string, call: string, Person[], path: string, fields: string]>([
    // spec: 3.1
    [
      'a user',
      'GET /api/auth/user',
      signedIn,
      'user',
      'email firstName lastName phoneNumber role messageCount paidMessages subExpiration stripeSubscriptionId',
    ],
    // spec: 3.2
    [
      'a plan',
      'GET /api/pricing',
      everyone,
      'plans.annual',
      'id name description price period features savings featured',
    ],
    // spec: 3.8
    [
      'a subscription',
      'GET /api/subscription',
      signedIn,
      'subscription',
      'status currentPeriodEnd cancelAtPeriodEnd',
    ],
    // spec: 3.3
    [
      'an expert',
      'GET /api/experts',
      ['admin'],
      'experts.0',
      `id channel handle displayName tagline description imageUrl phoneNumber providerId systemPrompt validator
       rejected status customDomain siteName siteTagline primaryColor secondaryColor accentColor createdAt`,
    ],
    // spec: 3.4
    [
      'a provider',
      'GET /api/providers',
      ['admin'],
      'providers.0',
      'id key displayName isActive config',
    ],
    // spec: 3.4
    [
      "a provider's config",
      'GET /api/providers',
      ['admin'],
      'providers.0.config',
      'model temperature maxTokens useWebSearch webSearchDomains hasApiKey apiKeyLast4',
    ],
    // spec: 3.5
    [
      'a thread',
      'GET /api/threads',
      signedIn,
      'threads.0',
      'id title userHandle userPhoneNumber lastMessage lastMessageAt messageCount expert',
    ],
    // spec: 3.5
    ["a thread's expert", 'GET /api/threads', signedIn, 'threads.0.expert', 'displayName provider'],
    // spec: 3.5
    [
      "the provider of a thread's expert",
      'GET /api/threads',
      signedIn,
      'threads.0.expert.provider',
      'key displayName',
    ],
    // spec: 3.7
    [
      'a test conversation',
      'GET /api/test-conversations?expertId={expert}',
      ['admin'],
      'conversations.0',
      'id title messageCount lastMessageAt messages',
    ],
    // spec: 3.6
    [
      'a message of a test conversation',
      'GET /api/test-conversations?expertId={expert}',
      ['admin'],
      'conversations.0.messages.0',
      'id body direction createdAt aiMeta role',
    ],
    // spec: 3.6
    [
      'a message',
      'GET /api/threads/{thread}/messages',
      signedIn,
      'messages.0',
      'id body direction createdAt aiMeta',
    ],
    // spec: 3.6
    [
      'what an answer took',
      'GET /api/threads/{thread}/messages',
      signedIn,
      'messages.0.aiMeta',
      'provider processingTimeMs tokenUsage',
    ],
    // spec: 3.6
    [
      'the tokens of an answer',
      'GET /api/threads/{thread}/messages',
      signedIn,
      'messages.0.aiMeta.tokenUsage',
      'input output',
    ],
  ])('%s', async (_, call, people, path, fields) => {
    for (const person of people) {
      const reply = await send(call, person);
      const found = path.split('.').reduce((value, key) => value[key], reply);
      expect(Object.keys(found), person).toEqual(isIn(fields.split(/\s+/)));
    }
  });

  // spec: 3.2 3.11
  it('all plans: by id, what only the annual one saves, which one is featured', async () => {
    const { plans } = await send('GET /api/pricing', 'stranger');
    expect(Object.keys(plans)).toEqual(['trial', 'payg', 'monthly', 'annual']);
    for (const [id, plan] of Object.entries<Record<string, unknown>>(plans)) {
      expect(plan.id).toBe(id);
      expect('savings' in plan).toBe(id === 'annual');
      expect(plan.featured).toBe(id === 'monthly');
    }
  });

  // spec: 3.1
  it('a new user: nothing used and, without a plan, nothing to use', async () => {
    const person = { ...leo, email: 'zoe@example.com', phoneNumber: aPhone() };
    const { user } = await send('POST /api/auth/register', 'stranger', person);
    expect(user).toMatchObject({ messageCount: 0, subExpiration: null });
    const nothing = await signIn(test, { phoneNumber: null });
    const { body } = await nothing.call('GET', '/api/auth/user');
    expect(body.user).toMatchObject({ messageCount: 0, paidMessages: 0 });
  });
});
