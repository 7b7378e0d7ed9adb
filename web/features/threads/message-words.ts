import type { Message } from '#shared/api/threads.ts';
import type { DeliveryState } from '#shared/channels.ts';

const deliveryWords: Record<Exclude<DeliveryState, 'failed'>, string> = {
  queued: 'Queued',
  sending: 'Sending',
  // The gateway is being asked; to a reader the text is still on its way.
  uncertain: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
};

export function describeDelivery({ state, reason }: NonNullable<Message['delivery']>): string {
  if (state !== 'failed') return deliveryWords[state];
  return reason ? `Not delivered: ${reason}` : 'Not delivered';
}

/** What the carrier counts, and charges. */
export function describeSegments(segments: number): string {
  return segments === 1 ? '1 segment' : `${segments} segments`;
}

const guardWords: Record<string, string> = {
  human: 'Asked for a human',
  loop: 'Not answered: too many texts in a short time',
  connection: 'Not answered: number not proved yet',
  code: 'Not answered: wrong or old CONNECT code',
  'code-limit': 'Not answered: too many wrong CONNECT codes',
  connected: 'Connected by code',
  'opted-out': 'Not answered: they have opted out',
  content: 'Not answered: no words and no picture that could be read',
  paused: 'Not answered: expert is paused',
  credit: 'Not answered: no credits',
  validator: 'Rejected by the validator',
};

const stopWords = /^(stop|stopall|spam|unsubscribe|cancel|end|quit|revoke|optout)[.!?]*$/i;
const helpWords = /^(help|info)[.!?]*$/i;

function describeKeyword(body: string): string {
  if (stopWords.test(body.trim())) return 'Opted out';
  return helpWords.test(body.trim()) ? 'Asked for help' : 'Opted in';
}

/** What went otherwise than "asked and answered", for admins. */
export function describeAnswer({ answer, body }: Message): {
  words: string;
  isFailure: boolean;
} | null {
  if (!answer) return null;
  const { state, guard, failures, answeredWithId } = answer;
  const detail = failures.at(-1)?.detail;
  if (state === 'failed') {
    return { words: detail ? `Not answered: ${detail}` : 'Not answered', isFailure: true };
  }
  if (state === 'waiting') {
    if (failures.at(-1)?.kind === 'replayed') return { words: 'Trying again', isFailure: false };
    return detail ? { words: `Trying again: ${detail}`, isFailure: true } : null;
  }
  if (state === 'answered' && answeredWithId) {
    return { words: 'Answered with the texts after it', isFailure: false };
  }
  if (!guard) return null;
  const words = guard === 'keyword' ? describeKeyword(body) : guardWords[guard];
  return { words: words ?? `Not answered: ${guard}`, isFailure: false };
}
