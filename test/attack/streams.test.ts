import { afterAll, beforeAll, expect, it } from 'vitest';
import { asAdmin, signIn } from '#test/api-client.ts';
import { followEvents } from '#test/events.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => test.close());

const ofAccount = 5;
const ofNetwork = 128;

async function openStreams(address: string, change: Parameters<typeof signIn>[1] = {}) {
  const { token, user } = await signIn(test, { phoneNumber: null, ...change });
  const open = () => followEvents(test, token, { 'x-forwarded-for': address });
  const streams = [];
  for (let count = 0; count < ofAccount; count++) streams.push(await open());
  return streams.map((stream) => ({ ...stream, userId: user.id }));
}

it('streams of many accounts of a network give way, the oldest first, and no others', async () => {
  const network = '198.51.100.7';
  const admins = await openStreams(network, asAdmin);
  const neighbors = await openStreams('198.51.100.8');
  const strangers = [];
  // Signing up is free.
  while (strangers.length <= ofNetwork) strangers.push(...(await openStreams(network)));
  for (const stream of strangers.splice(0, strangers.length - ofNetwork)) {
    expect(await stream.next()).toBeNull();
    expect(stream.unread()).toContain('retry: 300000');
  }
  for (const stream of [...admins, ...neighbors, ...strangers]) {
    test.runtime.changes.publish({ type: 'account', userId: stream.userId });
    expect(await stream.next()).toMatchObject({ type: expect.stringMatching(/account|person/) });
    stream.stop();
  }
}, 60_000);
