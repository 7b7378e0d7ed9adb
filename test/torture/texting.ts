import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Scene } from '../../bench/scene.ts';
import { createWebhook } from '../../bench/vendors.ts';
import type { Text } from './phones.ts';

/** Shorter than the drain, which cuts idle connections. */
const idleMs = 1_000;

/** Each webhook is posted once. */
export function startTexting({ publicUrl, webhookPath, phones }: Scene, perSecond: number) {
  const pool = new Pool(publicUrl, { connections: 32, keepAliveMaxTimeout: idleMs });
  const people = phones.map((from) => ({ from, number: 0, last: Promise.resolve() }));
  const acknowledged: Text[] = [];
  const lostAcks: string[] = [];
  const ackMs: number[] = [];
  const postedAt = new Map<string, number>();
  let isOver = false;

  /** A person's texts come one after another: only then do they have an order. */
  function textNext(index: number): void {
    const person = people[index % people.length] as (typeof people)[number];
    const number = ++person.number;
    person.last = person.last.then(() => post(person.from, number));
  }

  async function post(from: string, number: number): Promise<void> {
    const text = `Text ${number} of ${from}`;
    const webhook = createWebhook(publicUrl, { path: webhookPath, from, text });
    const sid = new URLSearchParams(webhook.body).get('MessageSid') ?? '';
    const started = performance.now();
    postedAt.set(text, Date.now());
    try {
      const answer = await pool.request({ method: 'POST', ...webhook });
      await answer.body.dump();
      if (answer.statusCode === 200) acknowledged.push({ sid, from, number, kind: 'question' });
      else lostAcks.push(String(answer.statusCode));
    } catch (error) {
      lostAcks.push((error as Error).message);
    }
    ackMs.push(performance.now() - started);
  }

  const done = (async () => {
    const started = performance.now();
    for (let index = 0; !isOver; index++) {
      await sleep(Math.max(0, started + (index / perSecond) * 1000 - performance.now()));
      textNext(index);
    }
    await Promise.all(people.map(({ last }) => last));
    await pool.close();
  })();

  return {
    async stop() {
      isOver = true;
      await done;
      return { acknowledged, lostAcks, ackMs, postedAt };
    },
  };
}
