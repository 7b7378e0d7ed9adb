import { useEffect, useMemo } from 'react';
import type { MessagesReply } from '#shared/api/messages.ts';
import type { OutgoingText } from '../composer/outbox.ts';
import { useOutbox } from '../composer/use-outbox.ts';
import { omitStored } from './outgoing.ts';

const none: OutgoingText[] = [];

/** The texts that stand below the newest message; none beside older ones. */
export function useOutgoing(reply: MessagesReply, isAtNewest: boolean): OutgoingText[] {
  const { texts, remove } = useOutbox(reply.thread.id);
  const outgoing = useMemo(() => omitStored(texts, reply), [texts, reply]);
  const arrived = texts.filter((text) => !outgoing.includes(text)).map(({ id }) => id);
  const arrivedIds = arrived.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `remove` is new each time
  useEffect(() => {
    if (arrivedIds) remove(new Set(arrivedIds.split(',')));
  }, [arrivedIds]);
  return isAtNewest ? outgoing : none;
}
