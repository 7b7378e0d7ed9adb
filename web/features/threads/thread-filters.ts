import type { Thread } from '#shared/api/threads.ts';
import { describePerson, findPhone } from './describe-person.ts';

export const threadFilters = {
  all: { label: 'All', matches: () => true },
  wantsHuman: {
    label: 'Wants a human',
    matches: (thread: Thread) => thread.humanWantedAt !== null,
  },
  failed: { label: 'Failed', matches: (thread: Thread) => thread.hasFailed },
  optedOut: { label: 'Opted out', matches: (thread: Thread) => thread.isOptedOut },
} satisfies Record<string, { label: string; matches: (thread: Thread) => boolean }>;

export type ThreadFilter = keyof typeof threadFilters;

function joinSearchableText(thread: Thread): string {
  const { title, lastMessage, expert, person, userHandle } = thread;
  return [
    describePerson(thread),
    person?.email,
    findPhone(thread),
    userHandle,
    title,
    lastMessage,
    expert.displayName,
  ]
    .filter(Boolean)
    .join('\n')
    .toLowerCase();
}

/** Phone numbers match whatever their grouping: 202555 finds +1 202 555 0143. */
export function matchesSearch(thread: Thread, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return true;
  if (joinSearchableText(thread).includes(wanted)) return true;
  const isNumber = /^[+\d\s().-]+$/.test(wanted);
  const digits = wanted.replace(/\D/g, '');
  return isNumber && digits !== '' && (findPhone(thread) ?? '').replace(/\D/g, '').includes(digits);
}
