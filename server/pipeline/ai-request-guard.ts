import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { mayEndWait } from '#server/messages/handover-store.ts';
import { mayAnswerWord } from '#server/messages/limits-store.ts';
import { wordTexts } from '#server/messages/word-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { asksForAi } from './ai-request.ts';
import { speakerOf } from './disclosure.ts';
import type { Objection } from './outcome.ts';

/** Ends the wait for a person that the writer has asked for. */
export async function checkAiRequest(
  runtime: Runtime,
  { message, thread, expert, optOut }: ClaimedMessage,
): Promise<Objection | null> {
  if (!mayEndWait(thread)) return null;
  if (optOut && message.origin === 'gateway') return null;
  if (!asksForAi(message.body, expert.displayName)) return null;
  const isAnswered = await mayAnswerWord(runtime.db, thread.handle, 'asked', runtime.clock.now());
  return {
    guard: 'word',
    state: 'recorded',
    text: isAnswered ? wordTexts.backToAi(speakerOf(expert)) : null,
    effects: [{ kind: 'return-to-ai', because: 'asked' }],
  };
}
