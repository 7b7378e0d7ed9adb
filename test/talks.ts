import { setTimeout as sleep } from 'node:timers/promises';
import type { ExpertRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { findHelpline } from '#server/journey/safety/helplines.ts';
import { ensureCode } from '#server/people/connections/codes-store.ts';
import { ensureConnection } from '#server/people/connections/store.ts';
import { type ChannelKey, channelKeys } from '#shared/channels.ts';
import { type ExpertClass, expertClasses } from '#shared/disclosure-rules.ts';
import { aConnectedUser, anExpert, aPhone, aUser } from './factories.ts';
import type { TestApp } from './runtime.ts';
import { createTexter } from './texter.ts';
import type { Random } from './torture/random.ts';

/** When something happened; not known to the minute while a gateway fails. */
export type Span = { from: number; to: number };

export type Talk = {
  expert: ExpertRow;
  kind: ExpertClass;
  channel: ChannelKey;
  phone: string;
  userId: string;
  helpline: string;
  threadId: string;
  texter: ReturnType<typeof createTexter>;
  /** Texts before this round. */
  seen: number;
  /** The last disclosure; null: the next reply has to have one. */
  told: Span | null;
  /** No account has the phone yet. */
  isStranger: boolean;
  isStopped: boolean;
  isTaken: boolean;
  /** When the AI resumes. */
  returns: Span | null;
  isAtRisk: boolean;
  crises: number;
  /** The last text for a crisis. */
  helped: Span | null;
  isForgotten: boolean;
  acts: string[];
};

let british = 0;

export async function beginTalk(test: TestApp, expert: ExpertRow, random: Random): Promise<Talk> {
  const { channel, class: kind } = expert;
  const isBritish = channel !== 'AMB' && random.happens(0.4);
  const isStranger = random.happens(0.3);
  const phone =
    channel === 'AMB'
      ? `urn:mbid:${crypto.randomUUID()}`
      : isBritish
        ? `+447400${String(++british).padStart(6, '0')}`
        : aPhone();
  const texter = createTexter(test, expert);
  // An Apple address names no country, but the account's number does.
  const country = isBritish ? 'GB' : channel === 'AMB' && isStranger ? null : 'US';
  const helpline = findHelpline(country).text;
  const state = { isStranger, isStopped: false, isTaken: false, isForgotten: false };
  const times = { told: null, returns: null, helped: null, isAtRisk: false, crises: 0 };
  const talk = { ...state, ...times, seen: 0, acts: [] };
  const facts = { expert, kind, channel, phone, helpline, texter, ...talk };
  if (isStranger) {
    const user = await aUser(test, { paidMessages });
    return { ...facts, userId: user.id, threadId: '' };
  }
  const person = { paidMessages, ...(channel !== 'AMB' && { phoneNumber: phone }) };
  const { thread, user } = await aConnectedUser(test, expert, person, phone, null);
  return { ...facts, userId: user.id, threadId: thread.id };
}

const paidMessages = 100;

export function createConnectCode({ runtime }: TestApp, { userId, expert }: Talk): Promise<string> {
  return transact(runtime.db, async (tx) => {
    const place = { userId, expertId: expert.id, handle: null };
    const connection = await ensureConnection(tx, place);
    return (await ensureCode(tx, connection, runtime.clock.now())).code;
  });
}

/** One of each class on each channel, and another that discloses more often. */
export async function createExperts(test: TestApp): Promise<ExpertRow[]> {
  const kinds = channelKeys.flatMap((channel) =>
    expertClasses.flatMap((kind) =>
      [0, 1].map((disclosureHours) => ({ channel, class: kind, disclosureHours })),
    ),
  );
  const experts: ExpertRow[] = [];
  for (const kind of kinds) {
    const address = { phoneNumber: null, handle: `biz-${crypto.randomUUID()}` };
    const own = kind.channel === 'AMB' ? address : {};
    experts.push(await anExpert(test, { ...kind, pauseAfterText: 'none', ...own }));
  }
  return experts;
}

const busyMs = 250;
/** A minute in all. */
const maxTries = 240;

/** Again while the product is busy, and after a lost answer. */
export function createPoster(random: Random): typeof fetch {
  return async (url, init) => {
    for (let tries = 1; ; tries++) {
      const response = await fetch(url, init);
      const isBusy = response.status === 503 && tries < maxTries;
      if (!isBusy && !random.happens(0.05)) return response;
      await response.body?.cancel();
      if (isBusy) await sleep(busyMs);
    }
  };
}

export type Trouble = 'none' | 'fails' | 'loses-answers';

/** In trouble, a third of the texts are refused, or accepted without an answer. */
export function createUnreliableFetch(call: typeof fetch, random: Random) {
  let trouble: Trouble = 'none';
  const isSending = (url: string, method?: string) =>
    method === 'POST' && /\/(messages\.json|messages|message)$/i.test(url);
  const fail = (code: string) => new TypeError('fetch failed', { cause: { code } });
  return {
    setTrouble(next: Trouble): void {
      trouble = next;
    },
    fetch: (async (url, init) => {
      const isHit = trouble !== 'none' && isSending(String(url), init?.method);
      if (!isHit || !random.happens(0.35)) return call(url, init);
      if (trouble === 'fails') {
        if (random.happens(0.5)) return new Response('', { status: 429 });
        throw fail('ECONNREFUSED');
      }
      const response = await call(url, init);
      await response.body?.cancel();
      throw fail('ECONNRESET');
    }) as typeof fetch,
  };
}
