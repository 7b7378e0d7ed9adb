import type { SeenPicture } from '../models/sight.ts';

/** What a model is given: who it shall be, and what was said. */
export type Conversation = {
  system: string;
  turns: { role: 'user' | 'assistant'; text: string; pictures?: SeenPicture[] }[];
};

/** The text that wants an answer. */
export function findQuestion({ turns }: Conversation): string {
  return turns.findLast((turn) => turn.role === 'user')?.text ?? '';
}

/** What came with the text that wants an answer. */
export function findShown({ turns }: Conversation): SeenPicture[] {
  return turns.findLast((turn) => turn.role === 'user')?.pictures ?? [];
}

/** What the person said before that, oldest first. */
export function listEarlier({ turns }: Conversation): string[] {
  const texts = turns.filter((turn) => turn.role === 'user').map((turn) => turn.text);
  return texts.slice(0, -1);
}

/** The answer given last, null at the beginning. */
export function findLastAnswer({ turns }: Conversation): string | null {
  return turns.findLast((turn) => turn.role === 'assistant')?.text ?? null;
}

/** A text without the sandbox's switches: `[slow 5s] hi` says `hi`. */
export function stripSwitches(text: string): string {
  return text
    .replace(/\[(?:fail|slow|send|media|reject|empty|long)\b[^\]]*\]/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
