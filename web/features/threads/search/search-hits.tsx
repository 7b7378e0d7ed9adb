import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { MessageHit, NoteHit, PersonHit, ThreadHit } from '#shared/api/search.ts';
import { RelativeTime } from '#web/components/relative-time.tsx';
import { Avatar } from '#web/components/ui/avatar.tsx';
import { cn } from '#web/lib/cn.ts';
import { formatPhone } from '#web/lib/format.ts';
import { describePlace } from '../known/describe-person.ts';
import { MarkedText } from './marked-text.tsx';

type Row = {
  href: string;
  /** A thread's id, or that of a person without one. */
  id: string;
  isOpen: boolean;
  face: string;
  name: string;
  aside?: ReactNode;
  detail: ReactNode;
};

function HitRow({ href, id, isOpen, face, name, aside, detail }: Row) {
  return (
    <Link
      href={href}
      // See useRovingStop.
      tabIndex={-1}
      data-thread={id}
      aria-current={isOpen ? 'true' : undefined}
      className={cn(
        'flex min-h-14 gap-3 px-4 py-2.5 outline-offset-[-2px] transition-colors duration-150',
        isOpen ? 'bg-primary-soft marked-row' : 'hover:bg-sunken focus-visible:bg-sunken',
      )}
    >
      <Avatar name={face} className="size-8" />
      <div className="grid min-w-0 flex-1 grid-cols-1 content-center gap-0.5">
        <div className="flex items-baseline justify-between gap-3">
          <span dir="auto" className="truncate font-semibold">
            {name}
          </span>
          {aside}
        </div>
        {detail}
      </div>
    </Link>
  );
}

type HitProps<Hit> = { hit: Hit; href: string; isOpen: boolean };

export function MessageHitRow({ hit, ...row }: HitProps<MessageHit>) {
  const writer = hit.direction === 'outbound' ? hit.expert.displayName : null;
  return <ExcerptRow hit={hit} writer={writer} {...row} />;
}

export function NoteHitRow({ hit, ...row }: HitProps<NoteHit>) {
  return <ExcerptRow hit={hit} writer={hit.authorName} {...row} />;
}

function ExcerptRow({
  hit,
  writer,
  ...row
}: HitProps<MessageHit | NoteHit> & { writer: string | null }) {
  const name = describePlace(hit);
  return (
    <HitRow
      {...row}
      id={hit.threadId}
      face={name}
      name={name}
      aside={<RelativeTime timestamp={hit.createdAt} className="shrink-0 text-muted text-sm" />}
      detail={
        <p dir="auto" className="line-clamp-2 break-words text-muted">
          {writer && (
            <>
              <bdi>{writer}</bdi>:{' '}
            </>
          )}
          <MarkedText text={hit.snippet} matches={hit.matches} />
        </p>
      }
    />
  );
}

export function PersonHitRow({
  person,
  href,
  isOpen,
}: {
  person: PersonHit;
  href: string;
  isOpen: boolean;
}) {
  const { email } = person;
  const address = person.address && formatPhone(person.address);
  const name = person.name ?? address ?? email ?? 'Unknown';
  const noThread = person.threadId === null && 'No conversation yet';
  const details = [email, address, noThread].filter((one) => one && one !== name);
  return (
    <HitRow
      {...{ href, isOpen, name }}
      id={person.threadId ?? person.userId ?? ''}
      face={name}
      detail={
        details.length > 0 && <p className="truncate text-muted text-sm">{details.join(' · ')}</p>
      }
    />
  );
}

export function ThreadHitRow({
  thread,
  href,
  isOpen,
}: {
  thread: ThreadHit;
  href: string;
  isOpen: boolean;
}) {
  const name = describePlace(thread);
  return (
    <HitRow
      href={href}
      id={thread.threadId}
      isOpen={isOpen}
      face={name}
      name={thread.title}
      detail={
        <p className="truncate text-muted text-sm">
          <bdi>{name}</bdi> · <bdi>{thread.expert.displayName}</bdi>
        </p>
      }
    />
  );
}
