import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Person } from '#shared/api/people.ts';
import { HistoryList } from '#web/features/billing/history.tsx';
import { nameOf } from '#web/features/people/describe.ts';
import { PeopleList, PeopleSearch } from '#web/features/people/people-list.tsx';
import { PersonPanel } from '#web/features/people/person-panel.tsx';
import { cn } from '#web/lib/cn.ts';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { CreditsAction } from './credits-action.tsx';
import { DeskSwitch } from './desk-switch.tsx';

/** Typing asks the server once it pauses. */
const searchDelayMs = 200;

/** A table and, beside it, the open person; one at a time on a phone. Both are in the address. */
export function AdminPeoplePage() {
  usePageTitle('People');
  const [path, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  const search = query.get('q') ?? '';
  const selectedId = query.get('person');
  const hrefOf = (id: string | null, q = search) => {
    const wanted = new URLSearchParams({ ...(q && { q }), ...(id && { person: id }) });
    return wanted.size > 0 ? `${path}?${wanted}` : path;
  };
  const [typed, setTyped] = useTypedSearch(search, (q) =>
    navigate(hrefOf(selectedId, q), { replace: true }),
  );
  const close = () => navigate(hrefOf(null));
  return (
    <div className="flex h-full">
      <div className={cn('flex min-w-0 flex-1 flex-col', selectedId && 'max-lg:hidden')}>
        <header className="flex shrink-0 flex-wrap items-center gap-x-6 gap-y-3 border-b px-4 pt-4 pb-3">
          <DeskSwitch current="People" />
          <PeopleSearch search={typed} onSearch={setTyped} />
        </header>
        <div className="@container min-h-0 flex-1 overflow-y-auto">
          <PeopleList
            search={search}
            selectedId={selectedId}
            hrefOf={hrefOf}
            onClear={() => setTyped('')}
          />
        </div>
      </div>
      {selectedId && <OpenPerson id={selectedId} onClose={close} />}
    </div>
  );
}

/** What is typed, at once, and in the address once the typing pauses. */
function useTypedSearch(search: string, apply: (search: string) => void) {
  const [typed, setTyped] = useState(search);
  const latest = useRef(apply);
  latest.current = apply;
  useEffect(() => setTyped(search), [search]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = useCallback((text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(text.trim()), searchDelayMs);
  }, []);
  return [typed, type] as const;
}

function OpenPerson({ id, onClose }: { id: string; onClose: () => void }) {
  const pane = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person was opened
  useEffect(() => {
    // On a phone the table that had the focus is hidden now.
    const focused = document.activeElement;
    if (!focused || focused === document.body || !focused.checkVisibility()) pane.current?.focus();
  }, [id]);
  return (
    <aside
      ref={pane}
      tabIndex={-1}
      aria-label="Person"
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onClose()}
      className="w-full shrink-0 overflow-y-auto outline-none lg:w-104 lg:border-l"
    >
      {/* On a phone the table with the page's heading is hidden. */}
      <h1 className="sr-only lg:hidden">People</h1>
      <PersonPanel
        id={id}
        onClose={onClose}
        renderCredits={(person) => <PersonCredits person={person} />}
        renderLedger={(person) => <HistoryList userId={person.id} />}
      />
    </aside>
  );
}

function PersonCredits({ person }: { person: Person }) {
  if (person.role !== 'USER') return null;
  return <CreditsAction person={{ ...person, name: nameOf(person) }} />;
}
