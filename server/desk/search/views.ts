import type { Reader } from '#server/access/guard.ts';
import type { MessageHit, NoteHit, PersonHit, ThreadHit } from '#shared/api/search.ts';
import { nameOf, nameOfHandle } from '../conversations/views.ts';
import type { FoundNote } from '../notes/store.ts';
import type { createExcerpts } from './excerpt.ts';
import type { FoundMessage } from './messages-store.ts';
import type { Found } from './service.ts';

type Place = Found['names']['titles'][number];

/** Users see the expert where admins see the person. */
export function toThreadHit(reader: Reader, place: Place): ThreadHit {
  const { threadId, title, handle, expert } = place;
  const { isStaff } = reader;
  const personName = isStaff ? nameOf(place) : null;
  const name = isStaff ? (personName ?? nameOfHandle(handle, expert.channel)) : expert.displayName;
  return { threadId, title: title ?? name, personName, userHandle: handle, expert };
}

type Cut = ReturnType<typeof createExcerpts>;

export function toMessageHit(reader: Reader, row: FoundMessage, cut: Cut): MessageHit {
  const { messageId, direction, createdAt } = row;
  return {
    ...toThreadHit(reader, row),
    messageId,
    direction,
    createdAt: createdAt.toISOString(),
    ...cut(row.body),
  };
}

export function toNoteHit(reader: Reader, row: FoundNote, cut: Cut): NoteHit {
  const { noteId, messageId, authorName, createdAt } = row;
  return {
    ...toThreadHit(reader, row),
    noteId,
    messageId,
    authorName,
    createdAt: createdAt.toISOString(),
    ...cut(row.body),
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
