import type { ChannelKey } from '#shared/channels.ts';

export type PlannedFailure = { kind: string; times: number };

export const slowAnswerMs = 5000;

const failureSwitch = /\[send ([\w-]+)(?: x(\d{1,2}))?\]/i;

/** `[send 30003]` or `[send 500 x2]` */
export function parseFailureSwitch(
  body: string,
  kinds: Record<string, string>,
): PlannedFailure | null {
  const found = failureSwitch.exec(body);
  const kind = found?.[1]?.toLowerCase();
  return kind && kind in kinds ? { kind, times: Number(found?.[2] ?? 1) || 1 } : null;
}

export type SendFailures = {
  plan(channel: ChannelKey, person: string, failure: PlannedFailure | null): void;
  find(channel: ChannelKey, person: string): PlannedFailure | null;
  take<Kind extends string>(
    channel: ChannelKey,
    person: string,
    kinds: Record<Kind, string>,
  ): Kind | null;
  clear(): void;
};

export function createSendFailures(onChange: () => void): SendFailures {
  const planned = new Map<string, PlannedFailure>();
  const keyOf = (channel: ChannelKey, person: string) => `${channel} ${person}`;
  return {
    plan(channel, person, failure) {
      if (failure && failure.times > 0) planned.set(keyOf(channel, person), failure);
      else planned.delete(keyOf(channel, person));
      onChange();
    },
    find: (channel, person) => planned.get(keyOf(channel, person)) ?? null,
    take(channel, person, kinds) {
      const key = keyOf(channel, person);
      const failure = planned.get(key);
      if (!failure || !isKindOf(kinds, failure.kind)) return null;
      if (failure.times > 1) planned.set(key, { ...failure, times: failure.times - 1 });
      else planned.delete(key);
      onChange();
      return failure.kind;
    },
    clear: () => planned.clear(),
  };
}

function isKindOf<Kind extends string>(kinds: Record<Kind, string>, kind: string): kind is Kind {
  return kind in kinds;
}
