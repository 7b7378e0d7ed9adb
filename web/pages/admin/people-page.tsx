import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import type { Person as PersonReply } from '#shared/api/people.ts';
import { Button } from '#web/components/ui/button.tsx';
import { HistoryList } from '#web/features/billing/history.tsx';
import { nameOf } from '#web/features/people/describe.ts';
import { PeopleList, PeopleSearch } from '#web/features/people/people-list.tsx';
import { PersonPanel } from '#web/features/people/person-panel.tsx';
import { TeamPanel } from '#web/features/team/team-panel.tsx';
import { useListKeys } from '#web/keys/use-list-keys.ts';
import { cn } from '#web/lib/cn.ts';
import { isComposing } from '#web/lib/is-composing.ts';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { useIsAdmin } from '#web/session/roles.ts';
import { CreditsAction } from './credits-action.tsx';
import { DeskSwitch } from './desk-switch.tsx';

const searchDelayMs = 200;

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
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const close = () => {
    const row = list.current?.querySelector<HTMLElement>('[aria-current]');
    navigate(hrefOf(null));
    // On a phone the table is only shown now.
    setTimeout(() => row?.focus());
  };
  useListKeys({ list, kind: 'person', search: field, selectedId, onClose: close });
  const isAdmin = useIsAdmin();
  const isTeam = isAdmin && selectedId === 'team';
  return (
    <div className="flex h-full">
      <div className={cn('flex min-w-0 flex-1 flex-col', selectedId && 'max-lg:hidden')}>
        <header className="flex shrink-0 flex-wrap items-center gap-x-6 gap-y-3 border-b px-4 pt-4 pb-3">
          <DeskSwitch current="People" />
          <PeopleSearch fieldRef={field} search={typed} onSearch={setTyped} />
          {isAdmin && (
            <Button variant="outline" asChild className="ml-auto">
              <Link href={hrefOf('team')}>Team</Link>
            </Button>
          )}
        </header>
        <div
          ref={list}
          className="@container min-h-0 flex-1 overflow-y-auto short:overflow-visible"
        >
          <PeopleList
            search={search}
            selectedId={selectedId}
            hrefOf={hrefOf}
            onClear={() => setTyped('')}
          />
        </div>
      </div>
      {selectedId && (
        <SidePanel key={selectedId} label={isTeam ? 'Team' : 'Person'} onClose={close}>
          {isTeam ? <TeamPanel onClose={close} /> : <Person id={selectedId} onClose={close} />}
        </SidePanel>
      )}
    </div>
  );
}

/** Written to the URL once typing pauses. */
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

function SidePanel({
  label,
  onClose,
  children,
}: {
  label: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the focused table is now hidden.
    const focused = document.activeElement;
    if (!focused || focused === document.body || !focused.checkVisibility()) pane.current?.focus();
  }, []);
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return;
    event.preventDefault();
    onClose();
  };
  return (
    <aside
      ref={pane}
      tabIndex={-1}
      aria-label={label}
      onKeyDown={closeOnEscape}
      className="w-full shrink-0 overflow-y-auto outline-none short:overflow-visible lg:w-104 lg:border-l"
    >
      {/* On a phone the table's heading is hidden. */}
      <h1 className="sr-only lg:hidden">People</h1>
      {children}
    </aside>
  );
}

function Person({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <PersonPanel
      id={id}
      onClose={onClose}
      renderCredits={(person) => <PersonCredits person={person} />}
      renderLedger={(person) => <HistoryList userId={person.id} />}
    />
  );
}

function PersonCredits({ person }: { person: PersonReply }) {
  if (person.role !== 'USER') return null;
  return <CreditsAction person={{ ...person, name: nameOf(person) }} />;
}
