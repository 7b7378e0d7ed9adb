/** What can be made to go wrong with the next texts to one phone, so that every path is seen from the phone itself. */
export const sendFailures = {
  '21610': 'Refused: opted out (21610)',
  '30003': 'Undelivered: unreachable (30003)',
  '429': 'Too many requests (429)',
  '500': 'Gateway error (500)',
  timeout: 'No answer, but the text was taken',
  slow: 'Answers after 5 seconds',
} as const;

export type SendFailure = keyof typeof sendFailures;
export type PlannedFailure = { kind: SendFailure; times: number };

export const slowAnswerMs = 5000;

/** The same switches by text, from the phone they shall hit: `[send 30003]`, `[send 500 x2]`. */
const textedSwitch = /\[send (21610|30003|429|500|timeout|slow)(?: x(\d{1,2}))?\]/i;

export function findTextedFailure(body: string): PlannedFailure | null {
  const found = textedSwitch.exec(body);
  if (!found?.[1]) return null;
  return { kind: found[1].toLowerCase() as SendFailure, times: Number(found[2] ?? 1) || 1 };
}

export type SendFailures = {
  plan(phone: string, failure: PlannedFailure | null): void;
  find(phone: string): PlannedFailure | null;
  /** Uses up one of the planned failures. */
  take(phone: string): SendFailure | null;
  list(): Record<string, PlannedFailure>;
  clear(): void;
};

export function createSendFailures(onChange: () => void): SendFailures {
  const planned = new Map<string, PlannedFailure>();
  return {
    plan(phone, failure) {
      if (failure && failure.times > 0) planned.set(phone, failure);
      else planned.delete(phone);
      onChange();
    },
    find: (phone) => planned.get(phone) ?? null,
    take(phone) {
      const failure = planned.get(phone);
      if (!failure) return null;
      if (failure.times > 1) planned.set(phone, { ...failure, times: failure.times - 1 });
      else planned.delete(phone);
      onChange();
      return failure.kind;
    },
    list: () => Object.fromEntries(planned),
    clear: () => planned.clear(),
  };
}
