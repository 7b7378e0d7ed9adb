import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hourMs } from '#shared/time.ts';
import { anExpert } from '#test/factories.ts';
import { fuzzRuns, fuzzSeed, isLongRun } from '#test/property-runs.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import {
  type ApiRequest,
  aMethod,
  anAddress,
  type Caller,
  isCostly,
  requestTo,
  toUrl,
} from './api-requests.ts';
import { createSenders, type SenderName, type WebhookSender } from './gateways.ts';
import { applyChanges, hostileBytes, hostileValue, someChanges, toJson } from './hostile.ts';
import { listOperations } from './operations.ts';
import { aToken, makeScene, type Scene } from './scene.ts';

let test: TestApp;
let scene: Scene;
let senders: Record<SenderName, WebhookSender>;
const counts = new Map<number, number>();
beforeAll(async () => {
  test = await startTestApp();
  stayOnThisMachine(test);
  scene = await makeScene(test);
  const whatsapp = await anExpert(test, { channel: 'WHATSAPP' });
  const apple = await anExpert(test, { channel: 'AMB', handle: 'a884eddf', phoneNumber: null });
  const experts = { SMS: scene.expert, WHATSAPP: whatsapp, AMB: apple };
  senders = createSenders(test, experts, scene.people.user);
});
afterAll(async () => {
  await test.close();
  if (isLongRun) console.log(sent, 'hostile requests; answers by status:', counts);
});

/** A made-up provider's address leads nowhere. */
function stayOnThisMachine({ runtime }: TestApp): void {
  const call = runtime.fetch;
  runtime.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (new URL(url).port === String(runtime.config.port)) return call(input, init);
    throw new TypeError('fetch failed', { cause: { code: 'ENOTFOUND' } });
  };
}

const runs = (share: number) => ({
  numRuns: Math.round(fuzzRuns * share),
  ...(fuzzSeed !== undefined && { seed: fuzzSeed }),
  // Per request, so that a hang fails on its own.
  timeout: 60_000,
});
const testTimeout = isLongRun ? hourMs : 600_000;

type Sent = {
  method: (typeof aMethod extends fc.Arbitrary<infer Method> ? Method : never) | 'POST';
  url: string;
  headers?: Record<string, string>;
  payload?: string | Buffer | undefined;
};

async function expectAnswer({ method, url, headers = {}, payload }: Sent): Promise<number> {
  const body = payload === undefined ? {} : { payload };
  const remoteAddress = nextAddress();
  const reply = await test.app.inject({ method, url, headers, remoteAddress, ...body });
  const status = reply.statusCode;
  counts.set(status, (counts.get(status) ?? 0) + 1);
  expect(status, reply.body).not.toBe(500);
  if (status >= 400 && method !== 'HEAD') {
    expect(reply.json()).toMatchObject({ message: expect.stringMatching(/\S/) });
  }
  return status;
}

let sent = 0;
/** Limits per address have their own tests. */
function nextAddress(): string {
  sent++;
  return `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`;
}

const tokens: Partial<Record<Caller, string>> = {};

async function sendToApi(request: ApiRequest): Promise<void> {
  const { operation, caller, contentType, payload } = request;
  const { method } = operation;
  const headers: Record<string, string> = { 'content-type': contentType };
  if (caller !== 'visitor') {
    tokens[caller] ??= await aToken(test, scene.people[caller]);
    headers.authorization = `Bearer ${tokens[caller]}`;
  }
  const url = toUrl(request, scene.things);
  const body = method === 'GET' ? undefined : payload;
  const status = await expectAnswer({ method, url, headers, payload: body });
  // Signed out, or deleted.
  if (status === 401) delete tokens[caller];
  if (sent % 2_000 === 0) await changePeople();
}

/** Before the old ones reach the limits per account. */
async function changePeople(): Promise<void> {
  scene = await makeScene(test);
  for (const caller of Object.keys(tokens)) delete tokens[caller as Caller];
}

it('every route answers values of its schema and hostile ones', {
  timeout: testTimeout,
}, async () => {
  const known = Object.values(scene.things).flatMap((things) => Object.values(things));
  const operations = (await listOperations(test)).map((operation) => ({
    weight: isCostly(operation) ? 1 : 20,
    arbitrary: requestTo(operation, known),
  }));
  await fc.assert(fc.asyncProperty(fc.oneof(...operations), sendToApi), runs(0.36));
  expect(counts.get(200), 'few got in').toBeGreaterThan(fuzzRuns / 25);
  await test.runUntilIdle();
});

it('every address answers every method', { timeout: testTimeout }, async () => {
  const property = fc.asyncProperty(anAddress, aMethod, async (url, method) => {
    await expectAnswer({ method, url });
  });
  await fc.assert(property, runs(0.44));
});

it.each<SenderName>(['SMS', 'WHATSAPP', 'AMB', 'STRIPE'])(
  'whatever a signed webhook holds, it is stored or refused: %s',
  { timeout: testTimeout },
  async (name) => {
    const sender = senders[name];
    const kind = fc.constantFrom(...Object.keys(sender.samples()));
    const changed = fc.record({ kind, changes: someChanges }).map(({ kind: key, changes }) => {
      const sample = sender.samples()[key] as object;
      return sender.encode(applyChanges(sample, changes));
    });
    const anyBody = fc.oneof(
      { weight: 12, arbitrary: changed },
      { weight: 1, arbitrary: hostileBytes },
      { weight: 1, arbitrary: hostileValue.map(toJson) },
    );
    const property = fc.asyncProperty(anyBody, async (body) => {
      const { url, headers, body: payload } = sender.sign(body);
      await expectAnswer({ method: 'POST', url, headers, payload });
    });
    await fc.assert(property, runs(0.05));
    await test.runUntilIdle();
  },
);
