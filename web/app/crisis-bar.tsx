import { Link, useSearch } from 'wouter';
import type { Thread } from '#shared/api/threads.ts';
import { describeFlood, findFlood } from '#web/features/threads/crisis/crisis-flood.ts';
import { describePerson } from '#web/features/threads/known/describe-person.ts';
import { useTitleAlarm } from '#web/lib/use-page-title.ts';
import { readInboxPlace, writeInboxPlace } from '#web/links/inbox-place.ts';
import { useCurrentUser } from '#web/session/use-session.ts';
import { useAnnouncedCrises } from './use-announced-crises.ts';
import { useCrises } from './use-crises.ts';

/** On every page. The conversation itself has a note of its own. */
export function CrisisBar() {
  const crises = useCrises();
  const { threadId } = readInboxPlace(useSearch());
  const others = crises.filter(({ id }) => id !== threadId);
  const flood = findFlood(others);
  useTitleAlarm(crises.length > 0 ? 'Crisis' : null);
  useAnnouncedCrises(crises);
  if (!others[0]) return null;
  return (
    <section aria-label="Crises" className="shrink-0">
      <Bar first={others[0]} flood={flood} count={others.length} />
    </section>
  );
}

const linkStyle = 'shrink-0 font-semibold underline underline-offset-2 max-md:py-2';

function Bar({ first, flood, count }: { first: Thread; flood: Thread[]; count: number }) {
  const place = { search: '', messageId: null };
  const isFlood = flood.includes(first);
  const description = useDescription(first);
  return (
    <p
      data-uncovered
      className="flex flex-wrap items-center justify-center gap-x-3 gap-y-0.5 border-b border-b-danger bg-danger-soft px-4 py-1.5 text-center text-danger text-sm"
    >
      <span className="min-w-0 wrap-anywhere">
        <strong className="font-semibold">Crisis:</strong>{' '}
        {isFlood ? `${describeFlood(flood)} need a person now` : description}
        {!isFlood && flood.length > 0 && `, besides ${describeFlood(flood)}`}
      </span>
      {!isFlood && (
        <Link
          className={linkStyle}
          href={`/${writeInboxPlace({ ...place, scope: null, threadId: first.id })}`}
        >
          Open
        </Link>
      )}
      {count > 1 && (
        <Link
          className={linkStyle}
          href={`/${writeInboxPlace({ ...place, scope: { state: 'crisis' }, threadId: null })}`}
        >
          All {count}
        </Link>
      )}
    </p>
  );
}

/** "Mia Chen needs a person now", or who is with her. */
function useDescription(thread: Thread): string {
  const me = useCurrentUser();
  const { assignee } = thread;
  const person = describePerson(thread);
  if (!assignee) return `${person} needs a person now`;
  return `${person}, with ${assignee.id === me.id ? 'you' : assignee.name}`;
}
