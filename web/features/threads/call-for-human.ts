import type { QueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import { hasAlert } from '#web/lib/alerts.ts';
import { playChime } from '#web/lib/play-chime.ts';
import { messagesQuery, threadCountsQuery } from './api.ts';
import { describePerson } from './describe-person.ts';

/** One tab of the browser tells its person that somebody wants a human. */
export async function callForHuman(queries: QueryClient, threadId: string): Promise<void> {
  if (hasAlert('sound')) void playChime();
  if (!hasAlert('notification')) return;
  const { thread } = await queries.fetchQuery(messagesQuery(threadId));
  const person = describePerson(thread);
  const title = thread.riskAt ? `Crisis: ${person} needs a person now` : `${person} wants a human`;
  const notification = new Notification(title, {
    body: `In the conversation with ${thread.expert.displayName}.`,
    // A conversation has one at a time.
    tag: threadId,
  });
  notification.onclick = () => {
    window.focus();
    navigate(`/?thread=${threadId}`);
    notification.close();
  };
}

/** Until the counts are fetched again. */
export function countWaiting(queries: QueryClient): void {
  queries.setQueryData(threadCountsQuery(null).queryKey, (known) => {
    if (!known) return known;
    const { counts } = known;
    return { counts: { ...counts, wantsHuman: counts.wantsHuman + 1 } };
  });
}
