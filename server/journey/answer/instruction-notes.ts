import type { ClaimedMessage } from '#server/messages/claims-store.ts';

const toMinors =
  'The person is under 18. Answer as a helpful service for their age, and as nothing more: no romance, no flirting, no role play of a friend or partner, no feelings of your own, and never ask them to stay or to come back.';
const toDoubters = 'The person asks whether a person answers. You are an AI: never deny it.';

/** They follow the expert's prompt. */
export function writeInstructionNotes(
  { thread, expert }: ClaimedMessage,
  asksIfHuman: boolean,
): string[] {
  return [
    ...(thread.minorSince && expert.class === 'companion' ? [toMinors] : []),
    ...(asksIfHuman ? [toDoubters] : []),
  ];
}
