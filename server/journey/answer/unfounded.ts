import type { StoredEvidence } from '#server/db/schema.ts';

/** Ends an answer that does not come from the expert's sources. */
const unfoundedNote = '(Not from my sources.)';

/** The sources don't say it, or the answer does not carry their words. */
export function isUnanswered({ outcome }: Pick<StoredEvidence, 'outcome'>): boolean {
  return outcome === 'no_answer' || outcome === 'unverified';
}

export const sayUnfounded = (text: string) => `${text}\n\n${unfoundedNote}`;

/** A model would repeat the note in every reply. */
export function dropUnfoundedNote(text: string): string {
  return text.endsWith(unfoundedNote) ? text.slice(0, -unfoundedNote.length).trimEnd() : text;
}
