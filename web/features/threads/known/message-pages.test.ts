import { describe, expect, it } from 'vitest';
import type { MessagesReply } from '#shared/api/messages.ts';
import { aMessage, aThread } from '#test/web/fixtures.ts';
import { appendOlderMessages, mergeNewestMessages } from './message-pages.ts';

const page = (ids: string, nextCursor: string | null): MessagesReply => ({
  thread: aThread(),
  messages: [...ids].map((id) => aMessage({ id })),
  nextCursor,
});
const idsOf = ({ messages }: MessagesReply) => messages.map(({ id }) => id).join('');

describe('pages of messages', () => {
  it.each([
    ['nothing loaded yet', null, page('dc', 'c'), 'dc', 'c'],
    ['one more', page('cba', null), page('dc', 'c'), 'dcba', null],
    ['nothing new', page('dcba', '1'), page('dc', 'c'), 'dcba', '1'],
    ['a gap', page('ba', null), page('fe', 'e'), 'fe', 'e'],
    ['the newest page reaches further back', page('d', 'd'), page('edcb', 'b'), 'edcb', 'b'],
  ])('merges the newest page: %s', (_, known, fresh, ids, cursor) => {
    const merged = mergeNewestMessages(known ?? undefined, fresh);
    expect(idsOf(merged)).toBe(ids);
    expect(merged.nextCursor).toBe(cursor);
  });

  it('appends older messages without duplicates', () => {
    const merged = appendOlderMessages(page('dc', 'c'), page('cba', null));
    expect(idsOf(merged)).toBe('dcba');
    expect(merged.nextCursor).toBeNull();
  });
});
