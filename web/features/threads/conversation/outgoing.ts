import type { Message, MessagesReply } from '#shared/api/messages.ts';
import type { OutgoingText } from '../composer/outbox.ts';

/** What a text looks like before the server has stored it. */
export function toMessage({ id, body, writtenAt }: OutgoingText, isForStaff: boolean): Message {
  return {
    id,
    sendId: id,
    body,
    isCut: false,
    direction: isForStaff ? 'outbound' : 'inbound',
    origin: isForStaff ? 'admin' : 'web',
    createdAt: writtenAt,
    editedAt: null,
    revokedAt: null,
    expiredAt: null,
    aiMeta: null,
    content: 'words',
    attachments: [],
    quoted: null,
    reaction: null,
    segments: null,
    sources: [],
    evidence: null,
    expertVersion: null,
    delivery: null,
    isWaiting: false,
    isUnpaid: false,
    answer: null,
    author: null,
  };
}

/** The rest has arrived: the answer to its request may come later, or never. */
export function omitStored(
  texts: OutgoingText[],
  { messages }: Pick<MessagesReply, 'messages'>,
): OutgoingText[] {
  const stored = new Set(messages.map(({ sendId }) => sendId));
  return texts.filter(({ id }) => !stored.has(id));
}
