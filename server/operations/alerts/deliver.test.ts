import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type AlertReceiverRow,
  alertDeliveries,
  alertReceivers,
  alerts,
  connections,
  type ExpertRow,
  experts,
  providers,
  threads,
} from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { addOptOut } from '#server/messages/opt-outs-store.ts';
import { webhooksReceived } from '#server/outside/metrics.ts';
import type { OpeningHours } from '#shared/opening-hours.ts';
import { hourMs, minuteMs, secondMs } from '#shared/time.ts';
import { hasDatabaseServer } from '#test/database.ts';
import { aConnectedUser, anExpert, aPhone } from '#test/factories.ts';
import { startMailServer } from '#test/mail-server.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { deliverAlerts, trySending } from './deliver.ts';
import { claimDeliveries } from './deliveries-store.ts';
import { deriveSecret } from './send.ts';
import { createWatch, look as lookWith } from './watch.ts';
import { toAlert } from './words.ts';

const createQuietWatch = () => createWatch(async () => ({ bavail: 9, blocks: 10, bsize: 1e12 }));

let test: TestApp;
let mails: Awaited<ReturnType<typeof startMailServer>>;
let hook: Awaited<ReturnType<typeof startHook>>;
let watch: ReturnType<typeof createQuietWatch>;
beforeEach(async () => {
  // A process begins with none.
  webhooksReceived.reset();
  mails = await startMailServer();
  hook = await startHook();
  test = await startTestApp(mails.settings);
  await anExpert(test);
  watch = createQuietWatch();
});
afterEach(async () => {
  await test.close();
  await mails.close();
  hook.close();
});

/** Looks, and sends what is due. */
async function sweep() {
  await lookWith(test.runtime, watch);
  await deliverAlerts(test.runtime);
}

async function startHook() {
  const received: { id: string; headers: Record<string, string>; body: string }[] = [];
  let status = 204;
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    const headers = request.headers as Record<string, string>;
    received.push({ id: headers['webhook-id'] ?? '', headers, body });
    response.writeHead(status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/alerts?team=desk`,
    received,
    types: () => received.map(({ body }) => JSON.parse(body).type),
    answer: (next: number) => {
      status = next;
    },
    close: () => void server.close(),
  };
}

async function aReceiver(
  kind: AlertReceiverRow['kind'],
  change: Partial<AlertReceiverRow> = {},
): Promise<AlertReceiverRow> {
  const address = { mail: 'ops@example.com', text: aPhone(), webhook: hook.url }[kind];
  const row = { kind, address, name: 'Desk', ...change };
  const [receiver] = await test.runtime.db.insert(alertReceivers).values(row).returning();
  return receiver as AlertReceiverRow;
}

const textsTo = ({ address }: AlertReceiverRow) =>
  test.sandbox.outbox.filter(({ to }) => to === address).map(({ body }) => body);
const mailIds = () => mails.received.map(({ text }) => /^Message-ID: (.*)$/im.exec(text)?.[1]);

async function setDown(isDown: boolean) {
  const since = test.runtime.clock.now().toISOString();
  const outage = { since, nextTryAt: since, pauseMs: 1, isProbed: false, reason: '' };
  await test.runtime.db.update(providers).set({ outage: isDown ? outage : null });
}

async function aCrisis() {
  const [expert] = await test.runtime.db.select().from(experts).limit(1);
  const { thread, phone, user } = await aConnectedUser(test, expert as ExpertRow);
  const now = test.runtime.clock.now().getTime();
  const riskAt = new Date(now - 6 * minuteMs);
  await test.runtime.db.update(connections).set({ activatedAt: new Date(now - 48 * hourMs) });
  await test.runtime.db.update(threads).set({ riskAt }).where(eq(threads.id, thread.id));
  return { thread, phone, user };
}

async function post(count: number, headers: Record<string, string>) {
  const [expert] = await test.runtime.db.select().from(experts).limit(1);
  const url = `/api/webhooks/experts/${expert?.id}`;
  for (let nth = 0; nth < count; nth++) await test.app.inject({ method: 'POST', url, headers });
}

async function stop({ address }: AlertReceiverRow) {
  const [expert] = await test.runtime.db.select().from(experts);
  await addOptOut(test.runtime.db, expert as ExpertRow, address);
}

const listDeliveries = () =>
  test.runtime.db.select().from(alertDeliveries).orderBy(asc(alertDeliveries.createdAt));

it('each receiver is told once when it begins and once when it ends', async () => {
  const [phone] = [await aReceiver('text'), await aReceiver('mail'), await aReceiver('webhook')];
  const { thread, user, phone: handle } = await aCrisis();
  for (let look = 0; look < 4; look++) {
    await sweep();
    await test.advance(15 * secondMs);
  }
  expect(hook.types()).toEqual(['alert.began']);
  await test.runtime.db.update(threads).set({ riskAt: null });
  for (let look = 0; look < 8; look++) {
    await sweep();
    await test.advance(15 * secondMs);
  }
  expect(hook.types()).toEqual(['alert.began', 'alert.ended']);
  expect(mails.received).toHaveLength(2);
  const texts = textsTo(phone);
  expect(texts).toEqual([
    expect.stringMatching(/^Sagewire\. Alert: Crisis not opened\. Ada: a person may be in danger/),
    expect.stringMatching(/^Sagewire\. Over: Crisis not opened\. .* Ended .* UTC\. http/),
  ]);
  const said = [
    ...texts,
    ...mails.received.map(({ text }) => text),
    ...hook.received.map(({ body }) => body),
  ];
  for (const words of said) {
    expect(words).not.toContain(handle);
    expect(words).not.toContain(user.email);
  }
  expect(texts[0]).toContain(`${test.runtime.config.publicUrl}/?thread=${thread.id}`);
  expect(await test.runtime.db.$count(threads, eq(threads.handle, phone.address))).toBe(0);
});

it('two processes tell of an episode once, and send each alert once', async () => {
  const url = test.runtime.config.databaseUrl;
  const other = hasDatabaseServer ? await startTestApp(mails.settings, url) : test;
  await aReceiver('webhook');
  const watches = [createQuietWatch(), createQuietWatch()];
  const both = async (work: (each: TestApp, nth: number) => Promise<void>) =>
    void (await Promise.all([work(test, 0), work(other, 1)]));
  const lookBoth = () => both((each, nth) => lookWith(each.runtime, watches[nth] as typeof watch));
  const sendBoth = () => both((each) => deliverAlerts(each.runtime));
  await setDown(true);
  await lookBoth();
  await sendBoth();
  await setDown(false);
  await test.advance(minuteMs + secondMs);
  if (other !== test) await other.advance(minuteMs + secondMs);
  await lookBoth();
  await sendBoth();
  if (other !== test) await other.close();
  expect(hook.types()).toEqual(['alert.began', 'alert.ended']);
});

it('what comes and goes within a minute is one episode', async () => {
  await aReceiver('webhook');
  for (let turn = 0; turn < 5; turn++) {
    await setDown(true);
    await sweep();
    await setDown(false);
    await test.advance(45 * secondMs);
    await sweep();
  }
  expect(hook.types()).toEqual(['alert.began']);
});

describe('a process that dies after its claim', () => {
  it('has the alert sent again when its lease is over, under the same ids', async () => {
    await aReceiver('webhook');
    await aReceiver('mail');
    await setDown(true);
    await lookWith(test.runtime, watch);
    const { clock, db } = test.runtime;
    const claimed = await transact(db, (tx) => claimDeliveries(tx, clock.now()));
    await Promise.all(
      claimed.map(({ delivery, alert, receiver }) =>
        trySending(test.runtime, {
          id: delivery.id,
          receiver,
          alert: toAlert(alert, delivery, test.runtime.config.publicUrl),
          triedSince: null,
        }),
      ),
    );
    await deliverAlerts(test.runtime);
    expect(hook.received).toHaveLength(1);
    await test.advance(minuteMs + secondMs);
    await deliverAlerts(test.runtime);
    const [first, second] = hook.received;
    expect(hook.received).toHaveLength(2);
    expect(second?.id).toBe(first?.id);
    expect(second?.body).toBe(first?.body);
    expect(new Set(mailIds()).size).toBe(1);
    expect(mailIds()).toHaveLength(2);
    await test.advance(2 * minuteMs);
    await deliverAlerts(test.runtime);
    expect(hook.received).toHaveLength(2);
  });

  it('has no text sent twice that the gateway knows of', async () => {
    const phone = await aReceiver('text');
    await setDown(true);
    await lookWith(test.runtime, watch);
    const { clock, db, config } = test.runtime;
    const [claim] = await transact(db, (tx) => claimDeliveries(tx, clock.now()));
    if (!claim) throw new Error('none was due');
    const { delivery, alert, receiver } = claim;
    const words = toAlert(alert, delivery, config.publicUrl);
    await trySending(test.runtime, { id: delivery.id, receiver, alert: words, triedSince: null });
    await test.advance(minuteMs + secondMs);
    await deliverAlerts(test.runtime);
    expect(textsTo(phone)).toHaveLength(1);
    expect((await listDeliveries())[0]?.sentAt).not.toBeNull();
  });

  it('five times has it given up', async () => {
    await aReceiver('webhook');
    await setDown(true);
    await lookWith(test.runtime, watch);
    const { clock, db } = test.runtime;
    for (let death = 0; death < 5; death++) {
      expect(await transact(db, (tx) => claimDeliveries(tx, clock.now()))).toHaveLength(1);
      await test.advance(minuteMs + secondMs);
    }
    await deliverAlerts(test.runtime);
    expect(hook.received).toEqual([]);
    const problem = 'The server stopped during the attempt.';
    expect(await listDeliveries()).toMatchObject([{ dueAt: null, sentAt: null, problem }]);
  });
});

describe('a receiver that fails', () => {
  it('is tried five times, later and later, and the problem stays; the others are told', async () => {
    hook.answer(500);
    await aReceiver('webhook');
    await aReceiver('mail');
    await setDown(true);
    await sweep();
    const tries: number[] = [];
    for (const wait of [9, 2, 58, 3, 296, 5, 895, 6, 9_999]) {
      await test.advance(wait * secondMs);
      await deliverAlerts(test.runtime);
      tries.push(hook.received.length);
    }
    expect(tries).toEqual([1, 2, 2, 3, 3, 4, 4, 5, 5]);
    expect(mails.received).toHaveLength(1);
    const failed = (await listDeliveries()).filter(({ sentAt }) => sentAt === null);
    expect(failed).toMatchObject([
      { attempts: 5, dueAt: null, problem: 'The address answered with status 500.' },
    ]);
  });

  it('whom nothing reached is not told of the end', async () => {
    hook.answer(410);
    await aReceiver('webhook');
    await setDown(true);
    await sweep();
    await test.runtime.db.update(alertDeliveries).set({ dueAt: null });
    hook.answer(204);
    await setDown(false);
    await test.advance(2 * minuteMs);
    await sweep();
    expect(hook.types()).toEqual(['alert.began']);
  });

  it('hears of the end only after the beginning', async () => {
    hook.answer(500);
    await aReceiver('webhook');
    await setDown(true);
    await sweep();
    await test.advance(11 * secondMs);
    await sweep();
    await setDown(false);
    await test.advance(61 * secondMs);
    hook.answer(204);
    // The beginning waits for its next attempt.
    await test.runtime.db
      .update(alertDeliveries)
      .set({ dueAt: new Date(test.runtime.clock.now().getTime() + minuteMs) });
    hook.received.length = 0;
    await sweep();
    expect(hook.types()).toEqual([]);
    await test.advance(minuteMs);
    await sweep();
    expect(hook.types()).toEqual(['alert.began', 'alert.ended']);
  });

  it('a phone that has sent STOP is not texted, nor tried again', async () => {
    const phone = await aReceiver('text');
    await stop(phone);
    await setDown(true);
    await sweep();
    expect(textsTo(phone)).toEqual([]);
    const problem = 'This phone has sent STOP. Text START to the number first.';
    expect(await listDeliveries()).toMatchObject([{ attempts: 1, dueAt: null, problem }]);
  });

  it('a phone whose STOP waits for a worker is not texted', async () => {
    const phone = await aReceiver('text');
    const [expert] = await test.runtime.db.select().from(experts);
    await createTexter(test, expert as ExpertRow).text(phone.address, 'Please stop texting me');
    await setDown(true);
    await sweep();
    expect(textsTo(phone)).toEqual([]);
    expect(await listDeliveries()).toMatchObject([{ dueAt: null, sentAt: null }]);
  });

  it('without a mail server or a live number the problem says so', async () => {
    await test.runtime.db.update(experts).set({ status: 'PAUSED' });
    await aReceiver('text');
    await aReceiver('mail');
    await aCrisis();
    await lookWith(test.runtime, watch);
    await deliverAlerts({ ...test.runtime, mail: null });
    const problems = (await listDeliveries()).map(({ problem }) => problem);
    expect(problems.sort()).toEqual([
      'No live expert has an SMS number to text from.',
      'No mail server is set up: SMTP_URL and MAIL_FROM.',
    ]);
  });
});

describe('webhooks of strangers', () => {
  beforeEach(async () => {
    await sweep();
    await test.advance(secondMs);
  });

  it('without a signature tell no one', async () => {
    await aReceiver('text');
    await aReceiver('mail');
    await post(10, {});
    await sweep();
    expect(await listDeliveries()).toEqual([]);
  });

  it('with a wrong one wake no one', async () => {
    const phone = await aReceiver('text');
    await aReceiver('mail');
    await post(10, { 'x-twilio-signature': 'wrong' });
    await sweep();
    expect(mails.received).toHaveLength(1);
    expect(textsTo(phone)).toEqual([]);
  });
});

describe('repeats', () => {
  const countAfter = async (ms: number) => {
    await test.advance(ms);
    await sweep();
    return hook.received.length;
  };

  it('an urgent one comes by every kind after 15 minutes, then hourly', async () => {
    const phone = await aReceiver('text');
    await aReceiver('webhook');
    await aCrisis();
    await sweep();
    expect(await countAfter(14 * minuteMs)).toBe(1);
    expect(await countAfter(2 * minuteMs)).toBe(2);
    expect(await countAfter(58 * minuteMs)).toBe(2);
    expect(await countAfter(3 * minuteMs)).toBe(3);
    expect(await countAfter(hourMs + minuteMs)).toBe(4);
    expect(textsTo(phone)).toHaveLength(4);
    expect(textsTo(phone)[1]).toMatch(/^Sagewire\. Still: Crisis not opened\. /);
    expect(new Set(hook.received.map(({ id }) => id)).size).toBe(4);
  });

  it('another comes after one hour, after four, then daily, and rings no phone', async () => {
    const phone = await aReceiver('text');
    await aReceiver('mail');
    await aReceiver('webhook');
    await setDown(true);
    await sweep();
    expect(await countAfter(59 * minuteMs)).toBe(1);
    expect(await countAfter(2 * minuteMs)).toBe(2);
    expect(await countAfter(2 * hourMs)).toBe(2);
    expect(await countAfter(hourMs + minuteMs)).toBe(3);
    expect(await countAfter(23 * hourMs)).toBe(3);
    expect(await countAfter(hourMs + minuteMs)).toBe(4);
    expect(mails.received).toHaveLength(4);
    expect(textsTo(phone)).toEqual([]);
  });
});

describe('on duty', () => {
  /** Of this hour, or of another. */
  const hoursAround = (offsetHours: number): OpeningHours => {
    const hour = (test.runtime.clock.now().getUTCHours() + offsetHours + 24) % 24;
    const pad = (value: number) => String(value % 24).padStart(2, '0');
    return { timeZone: 'UTC', days: Array(7).fill(`${pad(hour)}:00-${pad(hour + 2)}:00`) };
  };
  const toldOf = async () => {
    const rows = await listDeliveries();
    const names = await test.runtime.db.select().from(alertReceivers);
    return rows.map(({ receiverId }) => names.find(({ id }) => id === receiverId)?.name).sort();
  };

  it('only receivers on duty are told, and the end goes to them wherever they are then', async () => {
    await aReceiver('mail', { name: 'now', hours: hoursAround(0) });
    await aReceiver('text', { name: 'later', hours: hoursAround(6) });
    await setDown(true);
    await sweep();
    expect(await toldOf()).toEqual(['now']);
    await test.advance(7 * hourMs);
    await setDown(false);
    await test.runtime.db.update(alerts).set({ repeatAt: new Date('2100-01-01') });
    await sweep();
    expect(await toldOf()).toEqual(['now', 'now']);
  });

  it('while all are off duty, every phone is told', async () => {
    await aReceiver('mail', { name: 'mailbox', hours: hoursAround(6) });
    await aReceiver('text', { name: 'phone', hours: hoursAround(6) });
    await aReceiver('text', { name: 'other phone', hours: hoursAround(12) });
    await aCrisis();
    await sweep();
    expect(await toldOf()).toEqual(['other phone', 'phone']);
  });

  it('what can wait is texted only where there is no other way', async () => {
    await aReceiver('text', { name: 'phone' });
    await setDown(true);
    await sweep();
    expect(await toldOf()).toEqual(['phone']);
    await test.runtime.db.delete(alerts);
    await aReceiver('mail', { name: 'mailbox', hours: hoursAround(6) });
    await sweep();
    expect(await toldOf()).toEqual(['mailbox']);
  });

  it('a phone that has sent STOP is not on duty', async () => {
    await aReceiver('mail', { name: 'mailbox', hours: hoursAround(6) });
    await stop(await aReceiver('text', { name: 'phone' }));
    await aCrisis();
    await sweep();
    expect(await toldOf()).toEqual(['mailbox']);
    expect(mails.received).toHaveLength(1);
  });

  it('where an urgent alert fails for good, all others are told once', async () => {
    await aReceiver('mail', { name: 'mailbox', hours: hoursAround(6) });
    await aReceiver('webhook', { name: 'pager', hours: hoursAround(6) });
    const phones = [
      await aReceiver('text', { name: 'one' }),
      await aReceiver('text', { name: 'two' }),
    ];
    await aCrisis();
    await lookWith(test.runtime, watch);
    for (const phone of phones) await stop(phone);
    await deliverAlerts(test.runtime);
    expect(await toldOf()).toEqual(['mailbox', 'one', 'pager', 'two']);
    expect(mails.received).toHaveLength(1);
    expect(hook.types()).toEqual(['alert.began']);
  });

  it('without phones, all are told', async () => {
    await aReceiver('mail', { name: 'mailbox', hours: hoursAround(6) });
    await setDown(true);
    await sweep();
    expect(await toldOf()).toEqual(['mailbox']);
  });
});

/** Standard Webhooks 1.0.0, "Verifying signatures": the secret is base64 after its prefix. */
function isSigned(secret: string, { headers, body }: (typeof hook.received)[number]): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = createHmac('sha256', key).update(content).digest();
  return (headers['webhook-signature'] ?? '').split(' ').some((each) => {
    const [version, signature = ''] = each.split(',');
    const given = Buffer.from(signature, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

describe('a webhook', () => {
  it('is signed as Standard Webhooks has it, by a secret of its own', async () => {
    const receiver = await aReceiver('webhook');
    await setDown(true);
    await sweep();
    const [call] = hook.received;
    if (!call) throw new Error('no webhook came');
    const secret = deriveSecret(test.runtime.secrets, receiver.id);
    expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
    expect(isSigned(secret, call)).toBe(true);
    expect(isSigned(secret, { ...call, body: `${call.body} ` })).toBe(false);
    const another = deriveSecret(test.runtime.secrets, '01890000-0000-7000-8000-000000000001');
    expect(isSigned(another, call)).toBe(false);
    const now = test.runtime.clock.now().getTime() / 1000;
    expect(Math.abs(Number(call.headers['webhook-timestamp']) - now)).toBeLessThan(60);
    expect(JSON.parse(call.body)).toMatchObject({
      type: 'alert.began',
      data: { title: 'AI provider down', endedAt: null },
    });
  });

  it('at a private address is not called', async () => {
    await aReceiver('webhook');
    await setDown(true);
    const guarded = await startTestApp({ ALLOW_PRIVATE_URLS: 'false' });
    await lookWith(test.runtime, watch);
    await deliverAlerts({ ...test.runtime, fetch: guarded.runtime.fetch });
    await guarded.close();
    expect(hook.received).toEqual([]);
    const problem = 'The address was not called: the address is private.';
    expect(await listDeliveries()).toMatchObject([{ problem }]);
  });
});
