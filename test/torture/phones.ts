import { setTimeout as sleep } from 'node:timers/promises';
import { createWebhook, type Webhook } from '../../bench/vendors.ts';
import type { Random } from './random.ts';

type Kind = 'question' | 'crisis' | 'stop';
export type Text = { sid: string; from: string; number: number; kind: Kind };

/** Of eight people, one writes of a crisis and one says STOP. */
const moods: Kind[] = Array.from({ length: 8 }, () => 'question');
moods[3] = 'crisis';
moods[7] = 'stop';

const bodies = {
  question: ({ from, number }) => `Text ${number} of ${from}`,
  crisis: ({ from, number }) => `Text ${number} of ${from}: I want to kill myself`,
  stop: () => 'Stop.',
} satisfies Record<Kind, (text: Pick<Text, 'from' | 'number'>) => string>;

export function countKind(texts: readonly Text[], kind: Kind): number {
  return texts.filter((text) => text.kind === kind).length;
}

const answerLimitMs = 15_000;

export function createPhones(
  random: Random,
  {
    publicUrl,
    webhookPath,
    phones,
    pickUrl,
  }: { publicUrl: string; webhookPath: string; phones: string[]; pickUrl: () => string },
) {
  const acknowledged: Text[] = [];
  const counts = { texted: 0, repeats: 0, cuts: 0 };
  const people = phones.map((from, order) => {
    const mood = moods[order % moods.length] ?? 'question';
    return { from, mood, number: 0, last: Promise.resolve() };
  });

  /** A person's texts come one after another: only then do they have an order. */
  function textOne(): void {
    const person = random.pick(people);
    const number = ++person.number;
    counts.texted++;
    const { from } = person;
    // Even the short form needs some crises and STOPs.
    const kind = number % 2 === 1 ? person.mood : 'question';
    const text = bodies[kind]({ from, number });
    const webhook = createWebhook(publicUrl, { path: webhookPath, from, text });
    const sid = new URLSearchParams(webhook.body).get('MessageSid') ?? '';
    person.last = person.last.then(async () => {
      await postUntilHeard(webhook);
      acknowledged.push({ sid, from, number, kind });
      if (random.happens(0.02)) void repeatLater(webhook);
    });
  }

  async function postUntilHeard(webhook: Webhook): Promise<void> {
    while (!(await post(webhook, random.happens(0.03)))) {
      counts.repeats++;
      await sleep(random.between(100, 600));
    }
  }

  /** `isCut`: the connection breaks during the answer. */
  async function post({ path, headers, body }: Webhook, isCut = false): Promise<boolean> {
    if (isCut) counts.cuts++;
    const limit = AbortSignal.timeout(isCut ? random.between(1, 25) : answerLimitMs);
    return fetch(pickUrl() + path, { method: 'POST', headers, body, signal: limit }).then(
      ({ status }) => status === 200,
      () => false,
    );
  }

  /** Gateways also repeat answered webhooks. */
  async function repeatLater(webhook: Webhook): Promise<void> {
    counts.repeats++;
    await sleep(random.between(0, 3_000));
    await post(webhook);
  }

  return {
    acknowledged: acknowledged as readonly Text[],
    counts: counts as Readonly<typeof counts>,
    /** After a crisis or a STOP there may be no more answers. */
    countExpected(): number {
      const byPerson = Map.groupBy(acknowledged, ({ from }) => from);
      return [...byPerson.values()].reduce(
        (sum, texts) => sum + (texts.every(({ kind }) => kind === 'question') ? texts.length : 1),
        0,
      );
    },
    async textFor(ms: number, perSecond: number): Promise<void> {
      const started = performance.now();
      const total = Math.round((ms / 1000) * perSecond);
      for (let index = 0; index < total; index++) {
        await sleep(Math.max(0, started + (index / perSecond) * 1000 - performance.now()));
        textOne();
      }
      await Promise.all(people.map(({ last }) => last));
    },
  };
}
