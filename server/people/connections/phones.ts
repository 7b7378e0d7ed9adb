import type { Secrets } from '#server/access/secrets/secrets.ts';
import type { ConnectionRow } from '#server/db/schema.ts';
import type { AttachedPhone } from '#shared/api/phones.ts';
import type { ChannelKey } from '#shared/channels.ts';
import type { PhoneFacts } from './phones-store.ts';

/** `handle` null: a connection that waits for its code. */
export type Phone = {
  handle: string | null;
  connectionId: string | null;
  isOwnNumber: boolean;
  state: AttachedPhone['state'];
  attachedAt: Date | null;
  lastUsedAt: Date | null;
  experts: { id: string; displayName: string; channel: ChannelKey }[];
};

/** The account's own number first, then the phones that text, then those that wait. */
export function listPhones(facts: PhoneFacts, now: Date): Phone[] {
  const { account, connected, talks } = facts;
  const handles = new Set([
    account?.phoneNumber,
    ...connected.map(({ connection }) => connection.handle),
    // A connection that has moved leaves the earlier phone its conversation.
    ...talks.filter(({ isCurrent }) => isCurrent).map(({ handle }) => handle),
    account?.pendingPhoneNumber,
  ]);
  const known = [...handles].flatMap((handle) => (handle ? [toPhone(facts, handle)] : []));
  const waiting = connected.flatMap(({ connection, expert }) =>
    awaitsCode(connection, now) ? [toUnknownPhone(connection, expert)] : [],
  );
  const order = (phone: Phone) => (phone.isOwnNumber ? 0 : phone.state === 'active' ? 1 : 2);
  return [...known, ...waiting].sort((a, b) => order(a) - order(b));
}

function awaitsCode({ handle, codeExpiresAt }: ConnectionRow, now: Date): boolean {
  return handle === null && codeExpiresAt !== null && codeExpiresAt > now;
}

function toUnknownPhone({ id }: ConnectionRow, expert: Phone['experts'][number]): Phone {
  return {
    handle: null,
    connectionId: id,
    isOwnNumber: false,
    state: 'waits-for-code',
    attachedAt: null,
    lastUsedAt: null,
    experts: [expert],
  };
}

function toPhone({ account, connected, talks }: PhoneFacts, handle: string): Phone {
  const isOwnNumber = handle === account?.phoneNumber;
  const ofHandle = connected.filter(({ connection }) => connection.handle === handle);
  const active = ofHandle.filter(({ connection }) => connection.state === 'active');
  const ownTalks = talks.filter((talk) => talk.handle === handle);
  const current = ownTalks.filter(({ isCurrent }) => isCurrent);
  const isProved = isOwnNumber && account.phoneVerifiedAt !== null;
  const isActive = isProved || active.length > 0 || current.length > 0;
  const talking = isActive ? [...active, ...current] : ofHandle;
  const begun = active.flatMap(({ connection }) => connection.activatedAt ?? []);
  const ownSince = isProved ? account.phoneAttachedAt : null;
  const since =
    ownSince ?? findEarliest(begun) ?? findEarliest(current.map((one) => one.createdAt));
  const lastUsed = ownTalks.flatMap(({ lastInboundAt }) => lastInboundAt?.getTime() ?? []);
  return {
    handle,
    connectionId: null,
    isOwnNumber,
    state: isActive ? 'active' : 'waits-for-yes',
    attachedAt: isActive ? since : null,
    lastUsedAt: lastUsed.length > 0 ? new Date(Math.max(...lastUsed)) : null,
    experts: [...new Map(talking.map(({ expert }) => [expert.id, expert])).values()],
  };
}

function findEarliest(times: Date[]): Date | null {
  return times.length > 0 ? new Date(Math.min(...times.map(Number))) : null;
}

const shownCharacters = 4;

export function toAttachedPhone(secrets: Secrets, userId: string, phone: Phone): AttachedPhone {
  const { handle, isOwnNumber, state, attachedAt, lastUsedAt, experts } = phone;
  const isNumber = handle !== null && /^\+\d+$/.test(handle);
  return {
    id: identifyPhone(secrets, userId, phone),
    channels: [...new Set(experts.map(({ channel }) => channel))].sort(),
    number: isNumber ? handle : null,
    ending: handle === null || isNumber ? null : handle.slice(-shownCharacters),
    isOwnNumber,
    state,
    attachedAt: attachedAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    experts: experts.map(({ id, displayName }) => ({ id, displayName })),
  };
}

/** A fingerprint with the account in it: it tells nothing about a number or another account. */
export function identifyPhone(
  secrets: Secrets,
  userId: string,
  { handle, connectionId }: Pick<Phone, 'handle' | 'connectionId'>,
): string {
  const hash = secrets.fingerprint('phone', `${userId} ${handle ?? connectionId}`);
  // A UUID of version 8, which is for values of one's own.
  const [a, b, c, d, e] = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ];
  return [a, b, c, d, e].join('-');
}
