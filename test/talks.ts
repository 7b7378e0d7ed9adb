import type { ExpertRow } from '#server/db/schema.ts';
import { type ChannelKey, channelKeys } from '#shared/channels.ts';
import { type ExpertClass, expertClasses } from '#shared/disclosure-rules.ts';
import { aConnectedUser, anExpert, aPhone } from './factories.ts';
import type { TestApp } from './runtime.ts';
import { createTexter } from './texter.ts';
import type { Random } from './torture/random.ts';

/** A person, what they should have been told, and what they did. */
export type Talk = {
  expert: ExpertRow;
  kind: ExpertClass;
  channel: ChannelKey;
  phone: string;
  isBritish: boolean;
  threadId: string;
  texter: ReturnType<typeof createTexter>;
  /** Replies and notices that the phone got before this round. */
  seen: number;
  /** When the last reply said that an AI writes; null if the next one must. */
  toldAt: number | null;
  isStopped: boolean;
  isTaken: boolean;
  /** When the AI answers again on its own. */
  returnsAt: number | null;
  isAtRisk: boolean;
  crises: number;
  /** When the phone got the last text for a crisis. */
  helpedAt: number | null;
  isForgotten: boolean;
  acts: string[];
};

export async function beginTalk(test: TestApp, expert: ExpertRow, random: Random): Promise<Talk> {
  const { channel, class: kind } = expert;
  const isBritish = channel !== 'AMB' && random.happens(0.4);
  const phone =
    channel === 'AMB'
      ? `urn:mbid:${crypto.randomUUID()}`
      : isBritish
        ? `+447400${String(random.between(0, 999_999)).padStart(6, '0')}`
        : aPhone();
  const person = { paidMessages: 100, ...(channel !== 'AMB' && { phoneNumber: phone }) };
  const { thread } = await aConnectedUser(test, expert, person, phone, null);
  const texter = createTexter(test, expert);
  const talk = { expert, kind, channel, phone, isBritish, texter, threadId: thread.id };
  const state = { isStopped: false, isTaken: false, isForgotten: false, isAtRisk: false };
  const times = { toldAt: null, returnsAt: null, helpedAt: null };
  return { ...talk, ...state, ...times, seen: 0, crises: 0, acts: [] };
}

/** One expert of each class on each channel, and one that says more often that it is an AI. */
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
