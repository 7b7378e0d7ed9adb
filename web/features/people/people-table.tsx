import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Person } from '#shared/api/people.ts';
import { RelativeTime } from '#web/components/relative-time.tsx';
import { Avatar } from '#web/components/ui/avatar.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { cn } from '#web/lib/cn.ts';
import { countLeft, describePlan, findNumber, nameOf } from './describe.ts';

const rowStyle = 'h-11 border-b';
const cellStyle = 'px-3 whitespace-nowrap first:pl-4 last:pr-4';
const numberStyle = `${cellStyle} text-right tabular-nums`;
const wide = '@max-3xl:hidden';
const wider = '@max-5xl:hidden';

export function PeopleTable({
  people,
  selectedId,
  hrefOf,
}: {
  people: Person[];
  selectedId: string | null;
  hrefOf: (id: string) => string;
}) {
  return (
    <Table>
      {people.map((person) => (
        <PersonRow
          key={person.id}
          person={person}
          href={hrefOf(person.id)}
          isSelected={person.id === selectedId}
        />
      ))}
    </Table>
  );
}

function Table({ children }: { children: ReactNode }) {
  return (
    <table className="w-full table-fixed border-collapse text-left">
      <thead className="text-muted text-sm">
        <tr className="h-9 border-b">
          <HeaderCell className={cellStyle}>Person</HeaderCell>
          <HeaderCell className={cn(cellStyle, wide, 'w-44')}>Number</HeaderCell>
          <HeaderCell className={cn(cellStyle, wider, 'w-32')}>Plan</HeaderCell>
          <HeaderCell className={cn(numberStyle, wide, 'w-18')}>Used</HeaderCell>
          <HeaderCell className={cn(numberStyle, wide, 'w-18')}>Left</HeaderCell>
          <HeaderCell className={cn(numberStyle, wider, 'w-32')}>Conversations</HeaderCell>
          <HeaderCell className={cn(numberStyle, 'w-28')}>Last seen</HeaderCell>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function HeaderCell({ className, children }: { className: string; children: ReactNode }) {
  return (
    <th scope="col" className={cn(className, 'sticky top-0 z-1 bg-background font-medium')}>
      {children}
    </th>
  );
}

function PersonRow({
  person,
  href,
  isSelected,
}: {
  person: Person;
  href: string;
  isSelected: boolean;
}) {
  const { email, isVerified, threadCount, messageCount, lastSeenAt, createdAt } = person;
  const name = nameOf(person);
  const number = findNumber(person);
  return (
    <tr
      className={cn(
        rowStyle,
        'relative has-focus-visible:bg-sunken',
        isSelected ? 'bg-primary-soft marked-row' : 'hover:bg-sunken',
      )}
    >
      <td className={cellStyle}>
        <div className="flex min-w-0 items-center gap-2.5">
          <Avatar name={person.name ?? email ?? number ?? `#${person.handle}`} className="size-6" />
          <Link
            href={href}
            data-person={person.id}
            aria-current={isSelected ? 'true' : undefined}
            // The whole row opens the person.
            className="min-w-0 truncate font-semibold after:absolute after:inset-0"
            dir="auto"
          >
            {name}
          </Link>
          {email && email !== name && (
            <span className="min-w-1/4 shrink-[99] truncate text-muted @max-lg:hidden">
              {email}
            </span>
          )}
          <span className="ml-auto flex shrink-0 gap-1.5">
            {person.isOptedOut && <Badge tone="danger">Opted out</Badge>}
          </span>
        </div>
      </td>
      <td className={cn(cellStyle, wide, 'tabular-nums', !isVerified && 'text-muted')}>
        {(person.kind === 'account' && number) || '–'}
        {number && person.kind === 'account' && !isVerified && (
          <span className="sr-only">, not verified</span>
        )}
      </td>
      <td className={cn(cellStyle, wider, 'text-muted')}>{describePlan(person)}</td>
      <td className={cn(numberStyle, wide)}>{messageCount.toLocaleString('en-US')}</td>
      <td className={cn(numberStyle, wide)}>
        <Left person={person} />
      </td>
      <td className={cn(numberStyle, wider)}>{threadCount.toLocaleString('en-US')}</td>
      <td className={cn(numberStyle, 'text-muted')}>
        <RelativeTime timestamp={lastSeenAt ?? createdAt} />
      </td>
    </tr>
  );
}

function Left({ person }: { person: Person }) {
  const left = countLeft(person);
  if (left === null) {
    return (
      <>
        <span aria-hidden>∞</span>
        <span className="sr-only">unlimited</span>
      </>
    );
  }
  if (person.paidMessages === 0) return <span className="text-muted">–</span>;
  return <span className={cn(left === 0 && 'text-danger')}>{left.toLocaleString('en-US')}</span>;
}

export function PeopleTableSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading people</span>
      <Table>
        {['one', 'two', 'three', 'four', 'five', 'six'].map((row) => (
          <tr key={row} className={rowStyle}>
            <td className={cellStyle}>
              <div className="flex items-center gap-2.5">
                <Skeleton className="size-6 rounded-full" />
                <Skeleton className="h-4 w-40 max-w-full" />
              </div>
            </td>
            {[wide, wider, wide, wide, wider, ''].map((shown, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
              <td key={index} className={cn(cellStyle, shown)}>
                <Skeleton className="ml-auto h-4 w-3/4" />
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </div>
  );
}
