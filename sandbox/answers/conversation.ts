import type { PictureInfo } from '../models/picture-info.ts';

export type Conversation = {
  system: string;
  turns: { role: 'user' | 'assistant'; text: string; pictures?: PictureInfo[] }[];
};

export function findQuestion({ system, turns }: Conversation): string {
  const text = turns.findLast((turn) => turn.role === 'user')?.text ?? '';
  return removeFence(text, system);
}

/** The system prompt explains this fence around the text. */
function removeFence(text: string, system: string): string {
  const lines = text.split('\n');
  const [first = ''] = lines;
  const isFenced = lines.length > 2 && first === lines.at(-1) && system.includes(first);
  return isFenced && first !== '' ? lines.slice(1, -1).join('\n') : text;
}

export function findPictures({ turns }: Conversation): PictureInfo[] {
  return turns.findLast((turn) => turn.role === 'user')?.pictures ?? [];
}

export function listEarlierTexts({ turns }: Conversation): string[] {
  const texts = turns.filter((turn) => turn.role === 'user').map((turn) => turn.text);
  return texts.slice(0, -1);
}

export function findLastAnswer({ turns }: Conversation): string | null {
  return turns.findLast((turn) => turn.role === 'assistant')?.text ?? null;
}

/** `[slow 5s] hi` → `hi` */
export function stripSwitches(text: string): string {
  return text
    .replace(/\[(?:fail|slow|send|media|reject|empty|long)\b[^\]]*\]/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
