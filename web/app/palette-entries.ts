import {
  Bot,
  Check,
  Contact,
  Hand,
  Keyboard,
  ListFilter,
  type LucideIcon,
  MessageSquareText,
  Reply,
  Tag,
  UserCheck,
} from 'lucide-react';
import type { CountedView } from '#shared/api/saved-views.ts';
import type { MessageHit, PersonHit, ThreadHit } from '#shared/api/search.ts';
import type { Role } from '#shared/roles.ts';
import { describePlace } from '#web/features/threads/known/describe-person.ts';
import { addressOfView, describeViewCount } from '#web/features/threads/views/views-api.ts';
import type { OfferedAction, OfferedName } from '#web/keys/offered-actions.ts';
import { type Shortcut, shortcuts } from '#web/keys/shortcuts.ts';
import { formatPhone } from '#web/lib/format.ts';
import { writeInboxPlace } from '#web/links/inbox-place.ts';
import { hrefOfPerson } from '#web/links/person-link.ts';
import { listPages } from './pages.ts';

export type PaletteEntry = {
  id: string;
  label: string;
  detail?: string | undefined;
  icon?: LucideIcon;
  face?: { name: string; imageUrl?: string | null };
  /** Stays first while the server searches. */
  isKnown?: true;
  /** Its shortcut. */
  key?: string | undefined;
} & ({ href: string } | { run: () => void });

export type PaletteGroup = { title: string; entries: PaletteEntry[] };

export function matches(label: string, typed: string): boolean {
  const words = label.toLowerCase().split(/[\s@.]+/);
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((begin) => words.some((word) => word.startsWith(begin)));
}

export function toPageEntries(role: Role): PaletteEntry[] {
  return listPages(role).flatMap(({ path, label, icon }) =>
    label ? [{ id: `page ${path}`, label, icon: icon ?? Contact, href: path, isKnown: true }] : [],
  );
}

const actionIcons: Record<OfferedName, LucideIcon> = {
  take: Hand,
  giveBack: Bot,
  reply: Reply,
  resolve: Check,
  resolveAndKeep: Check,
  assign: UserCheck,
  label: Tag,
  sheet: Keyboard,
};

export function toActionEntry({ name, label, run }: OfferedAction): PaletteEntry {
  const { keys }: Shortcut = shortcuts[name];
  return { id: `action ${name}`, label, icon: actionIcons[name], key: keys[0], run, isKnown: true };
}

export function toPersonEntry(person: PersonHit): PaletteEntry[] {
  const { userId, threadId, email } = person;
  const id = userId ?? threadId;
  if (id === null) return [];
  const address = person.address && formatPhone(person.address);
  const label = person.name ?? address ?? email ?? 'Unknown';
  const detail = [email, address].filter((one) => one && one !== label).join(' · ');
  return [{ id: `person ${id}`, label, detail, face: { name: label }, href: hrefOfPerson(id) }];
}

export function toViewEntry({ id, name, filters, count }: CountedView): PaletteEntry {
  const detail = describeViewCount(count);
  return {
    id: `view ${id}`,
    label: name,
    detail: detail && `View · ${detail}`,
    icon: ListFilter,
    href: `/${addressOfView(filters)}`,
  };
}

export function toThreadEntry(thread: ThreadHit): PaletteEntry {
  const { threadId, title, expert } = thread;
  const person = describePlace(thread);
  return {
    id: `thread ${threadId}`,
    label: title,
    detail: [person, expert.displayName].filter((one) => one !== title).join(' · '),
    face: { name: person },
    href: hrefOfInbox({ threadId }),
  };
}

export function toMessageEntry(hit: MessageHit): PaletteEntry {
  const { threadId, messageId, snippet, expert } = hit;
  const person = describePlace(hit);
  return {
    id: `message ${messageId}`,
    label: snippet,
    detail: `Message · ${person} · ${expert.displayName}`,
    icon: MessageSquareText,
    href: hrefOfInbox({ threadId, messageId }),
  };
}

export function hrefOfInbox(place: {
  threadId?: string;
  messageId?: string;
  search?: string;
}): string {
  const whole = { scope: null, search: '', threadId: null, messageId: null, ...place };
  return `/${writeInboxPlace(whole)}`;
}
