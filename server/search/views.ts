import type { FoundNote } from '#server/notes/store.ts';
import type { Reader } from '#server/threads/store.ts';
import { nameOf } from '#server/threads/views.ts';
import type { MessageHit, NoteHit, PersonHit, ThreadHit } from '#shared/api/search.ts';
import { formatPhone } from '#shared/phone.ts';
import { cutExcerpt } from './excerpt.ts';
import type { FoundMessage } from './messages-store.ts';
import type { Found } from './service.ts';
import type { Term } from './text-search.ts';

type Place = Found['names']['titles'][number];

/** Users see the expert where admins see the person. */
export function toThreadHit(reader: Reader, place: Place): ThreadHit {
  const { threadId, title, handle, expert } = place;
  const isAdmin = reader.role === 'ADMIN';
  const personName = isAdmin ? nameOf(place) : null;
  const name = isAdmin ? (personName ?? formatPhone(handle)) : expert.displayName;
  return { threadId, title: title ?? name, personName, userHandle: handle, expert };
}

export function toMessageHit(reader: Reader, row: FoundMessage, terms: Term[]): MessageHit {
  const { messageId, direction, createdAt } = row;
  return {
    ...toThreadHit(reader, row),
    messageId,
    direction,
    createdAt: createdAt.toISOString(),
    ...cutExcerpt(row.body, terms),
  };
}

export function toNoteHit(reader: Reader, row: FoundNote, terms: Term[]): NoteHit {
  const { noteId, messageId, authorName, createdAt } = row;
  return {
    ...toThreadHit(reader, row),
    noteId,
    messageId,
    authorName,
    createdAt: createdAt.toISOString(),
    ...cutExcerpt(row.body, terms),
  };
}

export function toPersonHits({ accounts, unknown }: Found['names']): PersonHit[] {
  return [
    ...accounts.map(({ userId, email, address, threadId, ...names }) => ({
      userId,
      name: nameOf(names),
      email,
      address,
      threadId,
    })),
    ...unknown.map((one) => ({ userId: null, name: null, email: null, ...one })),
  ];
}
