import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { MessageSquareText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isAdmin, isStaff, type Role } from '#shared/roles.ts';
import { expertsQuery } from '#web/features/expert-admin/api.ts';
import { publicExpertsQuery } from '#web/features/experts/api.ts';
import { hrefOfPublicExpert } from '#web/features/experts/expert-href.ts';
import { searchQuery } from '#web/features/threads/search/search-api.ts';
import { viewsQuery } from '#web/features/threads/views/views-api.ts';
import type { OfferedAction } from '#web/keys/offered-actions.ts';
import { hrefOfExpert } from '#web/links/expert-link.ts';
import {
  hrefOfInbox,
  matches,
  type PaletteEntry,
  type PaletteGroup,
  toActionEntry,
  toMessageEntry,
  toPageEntries,
  toPersonEntry,
  toThreadEntry,
  toViewEntry,
} from './palette-entries.ts';

/** Results of each kind. */
const limit = 5;
/** Pause after the last key. */
const pauseMs = 150;

type Wanted = { role: Role; text: string; actions: OfferedAction[] };

export function usePaletteEntries({ role, text, actions }: Wanted) {
  const typed = text.trim();
  const isForStaff = isStaff({ role });
  const { found, isSearching } = useFound(isForStaff ? typed : '');
  const experts = useExperts(role, typed);
  const { data: views } = useQuery({ ...viewsQuery, enabled: isForStaff });
  const fits = ({ label }: PaletteEntry) => typed === '' || matches(label, typed);
  const messages: PaletteEntry = {
    id: 'messages',
    label: `Search messages for "${typed}"`,
    icon: MessageSquareText,
    href: hrefOfInbox({ search: typed }),
  };
  const groups: PaletteGroup[] = [
    { title: 'Actions', entries: actions.map(toActionEntry).filter(fits) },
    { title: 'Pages', entries: toPageEntries(role).filter(fits) },
    { title: 'Views', entries: (views?.views ?? []).map(toViewEntry).filter(fits) },
    { title: 'People', entries: found.people },
    { title: 'Conversations', entries: found.threads },
    { title: 'Experts', entries: experts },
    { title: 'Messages', entries: isForStaff && typed !== '' ? [...found.exact, messages] : [] },
  ];
  return { groups: groups.filter(({ entries }) => entries.length > 0), isSearching };
}

function useFound(typed: string) {
  const settled = useSettled(typed);
  const { data, isFetching, isPlaceholderData } = useInfiniteQuery({
    ...searchQuery(settled, {}),
    enabled: settled !== '',
  });
  const isShown = typed !== '' && data !== undefined;
  return {
    found: {
      people: isShown ? data.people.flatMap(toPersonEntry).slice(0, limit) : [],
      exact: isShown ? (data.exact ?? []).map(toMessageEntry) : [],
      threads: isShown ? data.threads.map(toThreadEntry).slice(0, limit) : [],
    },
    isSearching:
      typed !== '' && (settled !== typed || (isFetching && (!data || isPlaceholderData))),
  };
}

/** Admins get the settings pages, users the public ones. */
function useExperts(role: Role, typed: string): PaletteEntry[] {
  const isTyped = typed !== '';
  const all = useQuery({ ...expertsQuery, enabled: isAdmin({ role }) && isTyped });
  const open = useQuery({ ...publicExpertsQuery, enabled: !isStaff({ role }) && isTyped });
  if (!isTyped) return [];
  const experts = isAdmin({ role })
    ? (all.data?.experts ?? [])
        .filter(({ archivedAt }) => !archivedAt)
        .map((expert) => ({ ...expert, href: hrefOfExpert(expert.id) }))
    : (open.data?.experts ?? []).map((expert) => ({
        ...expert,
        href: hrefOfPublicExpert(expert),
      }));
  return experts
    .filter(({ displayName, handle }) => matches(`${displayName} ${handle}`, typed))
    .slice(0, limit)
    .map(({ id, displayName, imageUrl, tagline, href }) => ({
      id: `expert ${id}`,
      label: displayName,
      detail: tagline ?? undefined,
      face: { name: displayName, imageUrl },
      href,
    }));
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
