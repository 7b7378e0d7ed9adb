import { getTableColumns, is, SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { channelFor } from '#server/channels/index.ts';
import { findObstacle } from '#server/channels/obstacle.ts';
import {
  type ExpertRow,
  experts,
  type MessageRow,
  messages,
  type ProviderRow,
  providers,
  type ThreadRow,
  threads,
  type UserRow,
  users,
} from '#server/db/schema.ts';
import type { Connecting, Newcomer } from '#server/journey/load/connecting.ts';
import { readDanger } from '#server/journey/safety/read-danger.ts';
import type { Turn } from '#server/journey/turn.ts';
import type { OwnText } from '#server/messages/facts-store.ts';

export const now = new Date('2026-03-02T12:00:00Z');
export const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

const expert = toRow<ExpertRow>(experts, {
  id: '00000000-0000-4000-8000-00000000000e',
  channel: 'SMS',
  displayName: 'Ada',
  phoneNumber: '+12025550100',
  status: 'ACTIVE',
});
export const owner = { id: '00000000-0000-4000-8000-0000000000a1', email: 'grace@example.com' };
const user = toRow<UserRow>(users, { ...owner, role: 'USER', paidMessages: 5, messageCount: 0 });

type Change = Partial<Omit<Turn, 'message' | 'thread' | 'expert' | 'user'>> & {
  message?: Partial<MessageRow>;
  thread?: Partial<ThreadRow>;
  expert?: Partial<ExpertRow>;
  /** Null: no account. */
  user?: Partial<UserRow> | null;
};

/** A text of a connected person with credits, by SMS, that no guard stops. */
export function aTurn(body: string, change: Change = {}): Turn {
  const account = change.user === null ? null : { ...user, ...change.user };
  const theirs = { ...expert, ...change.expert };
  const thread = {
    ...toRow<ThreadRow>(threads, {
      id: '00000000-0000-4000-8000-00000000000d',
      expertId: theirs.id,
      handle: '+12025550111',
      userId: account?.id ?? null,
      createdAt: minutesAgo(60),
    }),
    ...change.thread,
  };
  const optOut = change.optOut?.kind ?? null;
  return {
    ...fixed,
    danger: readDanger(body, change.recent?.before ?? []),
    ...change,
    expert: theirs,
    user: account,
    via: change.via === undefined ? channelFor(gateways, theirs.channel) : change.via,
    thread,
    obstacle: findObstacle(gateways, { expert: theirs, thread, optOut }, now),
    message: {
      ...toRow<MessageRow>(messages, {
        id: '00000000-0000-4000-8000-000000000001',
        seq: 10,
        threadId: '00000000-0000-4000-8000-00000000000d',
        direction: 'inbound',
        origin: 'gateway',
        content: 'words',
        answerState: 'waiting',
        createdAt: now,
      }),
      body,
      ...change.message,
    },
  };
}

/** No gateway answers by itself. */
const gateways = {
  channels: {
    SMS: { settings: { answersKeywords: false }, isSandboxed: true },
    WHATSAPP: { settings: {}, isSandboxed: true },
  },
};

const fixed = {
  provider: toRow<ProviderRow>(providers, { isActive: true }),
  fallback: null,
  attempts: 1,
  earlier: [],
  optOut: null,
  recent: { all: 1, same: 1, before: null },
  past: [],
  hasAttachments: false,
  attachments: [],
  hasLater: false,
  hasTeam: true,
  hasPersonWritten: false,
  textBefore: null,
  ownTexts: [],
  connecting: null,
  said: null,
  isToldOfLoop: false,
  rest: null,
  quoted: null,
  statedAge: null,
  isTooYoung: false,
  answeredBefore: null,
  now,
  publicUrl: 'https://sagewire.example',
  writeNumber: (_: string, ...about: string[]) => (about.length > 1 ? '2222 3333' : '1111 2222'),
};

export function anOwnText(kind: string, change: Partial<OwnText> = {}): OwnText {
  return {
    kind,
    at: minutesAgo(1),
    seq: 9,
    replyToId: '00000000-0000-4000-8000-000000000008',
    hasLeft: true,
    isByExpert: true,
    isInThread: true,
    ...change,
  };
}

export function aNewcomer(change: Partial<Newcomer> = {}): Newcomer {
  return { owner, code: null, isTrialUsed: false, isAnothers: false, ...change };
}

export function aConnecting(change: Partial<Connecting>): Connecting {
  return { pending: null, asker: null, code: null, movers: [], ...change };
}

/** As the database would return it: its constant defaults, else null. */
function toRow<Row>(table: PgTable, values: Partial<Row>): Row {
  const columns = Object.entries(getTableColumns(table)).map(([key, { default: value }]) => [
    key,
    value === undefined || is(value, SQL) ? null : value,
  ]);
  return { ...Object.fromEntries(columns), ...values } as Row;
}
