import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attachments, type ExpertRow } from '#server/db/schema.ts';
import { accountExport } from '#shared/api/account.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { buy, getStripe, openCheckout, subscribe } from '#test/checkout.ts';
import { aNamedUser } from '#test/erasure.ts';
import { anExpert, aPhone } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

let test: TestApp;
let expert: ExpertRow;
let { text, messagesOf } = {} as ReturnType<typeof createTexter>;
beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test, {
    systemPrompt: 'A prompt of the house',
    validator: 'A validator',
  });
  ({ text, messagesOf } = createTexter(test, expert));
});
afterAll(() => test.close());

const path = '/api/account/export';
const read = (written: string) => accountExport.parse(JSON.parse(written));

describe('the export of an account', () => {
  it('is also a page to read, which shows texts as text', async () => {
    const person = await aNamedUser(test, expert);
    await text(person.phone, '<b>What</b> is 6*7 & why?');
    await test.runUntilIdle();
    const { headers, text: page } = await person.call('GET', `${path}?format=html`);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="sagewire-[\d-]+\.html"$/,
    );
    expect(page).toContain('&lt;b&gt;What&lt;/b&gt; is 6*7 &amp; why?');
    expect(page).not.toContain('<b>');
    for (const told of [
      person.user.email,
      person.phone,
      'Conversation',
      'Messages bought, granted and used',
      '<th>Messages used</th><td>1</td>',
    ])
      expect(page).toContain(told);
    // The person has no subscription.
    expect(page).not.toMatch(/expiration|Unlimited until|<td>–<\/td><\/tr><\/table>/);
    expect(page).not.toMatch(/<script|https?:\/\//);
    expect(page.trimEnd()).toMatch(/<\/html>$/);
    expect((await person.call('GET', `${path}?format=pdf`)).status).toBe(400);
  });

  it('is one file with everything stored about a person', async () => {
    const person = await aNamedUser(test, expert);
    const { user, phone, call } = person;
    await text(phone, 'What is 12*7?');
    await test.runUntilIdle();
    await text(phone, 'STOP');
    await test.runUntilIdle();
    const [asked, answer] = await messagesOf(phone);
    const picture = Buffer.from('a small picture');
    await test.runtime.db.insert(attachments).values({
      messageId: String(asked?.id),
      position: 0,
      source: { url: 'https://gateway.example/1', id: null, contentType: 'image/png' },
      state: 'stored',
      picture,
    });
    const { session } = await buy(test, call, 'payg');
    const subscription = await subscribe(test, call, 'monthly');
    await call('PUT', `/api/threads/${person.thread.id}/title`, { title: 'Sums' });

    const { status, headers, text: written } = await call('GET', path);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="sagewire-\d{4}-\d\d-\d\d\.json"$/,
    );
    const { email, firstName, lastName } = user;
    expect(read(written)).toMatchObject({
      profile: { email, firstName, lastName, phoneNumber: phone, messageCount: 1 },
      smsConsent: { address: user.smsConsentAddress },
      sessions: [{ createdAt: expect.any(String) }],
      connections: [{ expert: 'Ada', handle: phone, state: 'active' }],
      optOuts: [{ channel: 'SMS', address: expert.phoneNumber, handle: phone }],
      ledger: [
        { kind: 'grant', granted: 5, reason: 'Free trial' },
        { kind: 'spend', used: 1, messageId: asked?.id },
        { kind: 'grant', granted: 50, checkoutSessionId: session.id },
        { kind: 'payment', granted: 0, amount: 1999, currency: 'usd' },
      ],
      payments: [{ checkoutSessionId: session.id, reversal: null }],
      subscriptions: [
        { stripeSubscriptionId: subscription.id, plan: 'monthly', cancelAtPeriodEnd: false },
      ],
      conversations: [
        {
          expert: 'Ada',
          handle: phone,
          title: 'Sums',
          messages: [
            {
              body: 'What is 12*7?',
              gatewayMessageId: asked?.gatewayMessageId,
              pictures: [{ contentType: 'image/webp', base64: picture.toString('base64') }],
            },
            { body: answer?.body, origin: 'ai', delivery: 'delivered', replyToId: asked?.id },
            { body: 'STOP' },
          ],
        },
      ],
    });
  });

  it('has a bank payment and a number that are still on their way', async () => {
    const { call, user } = await aNamedUser(test, expert);
    const checkout = await openCheckout(test, call, 'payg');
    await getStripe(test).payments.payLater(checkout, { isPaid: true });
    const pendingPhoneNumber = aPhone();
    await call('PUT', '/api/auth/profile', { phoneNumber: pendingPhoneNumber });
    expect(read((await call('GET', path)).text)).toMatchObject({
      profile: { phoneNumber: user.phoneNumber, pendingPhoneNumber },
      payments: [],
      bankPayments: [
        {
          checkoutSessionId: checkout.session.id,
          plan: 'payg',
          amount: 999,
          currency: 'usd',
          state: 'pending',
        },
      ],
    });
    const { text: page } = await call('GET', `${path}?format=html`);
    expect(page).toContain('Bank payments');
  });

  it('contains no prompts, no secrets and no data of other people', async () => {
    const person = await aNamedUser(test, expert);
    const other = await aNamedUser(test, expert);
    await text(other.phone, 'Only between us');
    await test.runUntilIdle();
    const { text: written } = await person.call('GET', path);
    for (const secret of [
      'A prompt of the house',
      'A validator',
      'Only between us',
      other.user.email,
      other.phone,
      person.user.passwordHash,
      person.token,
    ]) {
      expect(written).not.toContain(secret);
    }
  });

  it("shows nothing of an unverified number, which may be another person's", async () => {
    const phone = aPhone();
    await text(phone, 'STOP');
    await test.runUntilIdle();
    const { call } = await signIn(test, { phoneNumber: phone });
    const { optOuts, aliases, conversations } = read((await call('GET', path)).text);
    expect([optOuts, aliases, conversations]).toEqual([[], [], []]);
  });

  it('keeps every message in order across any number of pages', async () => {
    const person = await aNamedUser(test, expert);
    const bodies = Array.from({ length: 120 }, (_, nth) => `Message ${nth}`);
    for (const body of bodies) await text(person.phone, body);
    const { conversations } = read((await person.call('GET', path)).text);
    expect(conversations[0]?.messages.map(({ body }) => body)).toEqual(bodies);
  });

  it('is complete for a person without any activity, too', async () => {
    const { call, user } = await signIn(test);
    const { profile, conversations, testConversations } = read((await call('GET', path)).text);
    expect(profile.email).toBe(user.email);
    expect([conversations, testConversations]).toEqual([[], []]);
  });

  it('contains what an admin changed and tested', async () => {
    const { call } = await signIn(test, asAdmin);
    const message = 'What is 5 + 5?';
    await call('POST', '/api/test-message', { expertId: expert.id, message });
    await call('PUT', `/api/experts/${expert.id}`, { tagline: 'Numbers' });
    const { changes, testConversations } = read((await call('GET', path)).text);
    expect(changes).toMatchObject([{ action: 'expert.update', entityId: expert.id }]);
    expect(testConversations).toMatchObject([
      { expert: 'Ada', messages: [{ role: 'user', body: message }, { role: 'assistant' }] },
    ]);
  });

  it('is available only to its person, and rate-limited', async () => {
    expect((await callAs(test, null)('GET', path)).status).toBe(401);
    const { call } = await signIn(test);
    const answers = [];
    for (let nth = 0; nth < 11; nth++) answers.push((await call('GET', path)).status);
    expect(answers).toEqual([...Array(10).fill(200), 429]);
  });
});
