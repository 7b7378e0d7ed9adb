import type { QueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import type { Thread } from '#shared/api/threads.ts';
import { announce as announceToReaders } from '#web/lib/announce.ts';
import { playChime } from '#web/lib/play-chime.ts';
import { hasAlert } from '#web/session/alerts.ts';
import { changeCount } from '../known/change-known.ts';
import { describePerson } from '../known/describe-person.ts';
import { messagesQuery } from '../known/messages-api.ts';
import { readThreads, threadCountsQuery } from '../known/threads-api.ts';
import { isAnnounced, rememberAnnounced } from './announced-crises.ts';
import { describeFlood, findFlood } from './crisis-flood.ts';

/** Runs in one tab of the browser. */
export async function callForHuman(
  queries: QueryClient,
  { threadId, readerId }: { threadId: string; readerId: string },
): Promise<void> {
  if (!hasAnyAlert()) return;
  // The cache may not know about the crisis.
  const { thread } = await queries.fetchQuery({ ...messagesQuery(threadId), staleTime: 0 });
  if (isForAnother(thread, readerId)) return;
  if (hasAlert('sound')) void playChime();
  const flood = thread.isNewcomer ? findFlood(await readCrises()) : [];
  if (flood.some(({ id }) => id === thread.id)) announceFlood(flood);
  else announce(thread);
}

/** For a screen reader, in each tab that is seen. What a crisis says comes with its bar. */
export async function announceWaiting(
  queries: QueryClient,
  { threadId, readerId }: { threadId: string; readerId: string },
): Promise<void> {
  const { thread } = await queries.fetchQuery({ ...messagesQuery(threadId), staleTime: 0 });
  if (thread.riskAt !== null || isForAnother(thread, readerId)) return;
  announceToReaders(`${describePerson(thread)} wants a person`, { isUrgent: true });
}

/** A colleague's conversation calls only them, unless it is a crisis. */
function isForAnother({ assignee, handover, riskAt }: Thread, readerId: string): boolean {
  const isTheirs = handover?.because === 'taken' || handover?.because === 'wrote';
  return isTheirs && riskAt === null && assignee !== null && assignee.id !== readerId;
}

/** Covers crises that began while this browser was offline, or whose event was lost with the server. */
export async function callForMissedCrises(): Promise<void> {
  if (!hasAnyAlert()) return;
  const crises = await readCrises();
  const missed = crises.filter((thread) => !isAnnounced(thread));
  if (missed.length > 0 && hasAlert('sound')) void playChime();
  const flood = findFlood(crises);
  const inFlood = missed.filter((thread) => flood.includes(thread));
  if (inFlood.length > 0) announceFlood(flood);
  for (const thread of missed) if (!inFlood.includes(thread)) announce(thread);
}

async function readCrises(): Promise<Thread[]> {
  return (await readThreads({ state: 'crisis' }, null)).threads;
}

function hasAnyAlert(): boolean {
  return hasAlert('sound') || hasAlert('notification');
}

function announce(thread: Thread): void {
  const isCrisis = thread.riskAt !== null;
  if (isCrisis) rememberAnnounced(thread);
  if (!hasAlert('notification')) return;
  const person = describePerson(thread);
  const title = isCrisis ? `Crisis: ${person} needs a person now` : `${person} wants a person`;
  // One per conversation, each with a sound.
  notify(title, { tag: thread.id, isCrisis, href: `/?thread=${thread.id}` }, thread);
}

function announceFlood(flood: Thread[]): void {
  for (const thread of flood) rememberAnnounced(thread);
  const [first] = flood;
  if (!first || !hasAlert('notification')) return;
  const title = `Crisis: ${describeFlood(flood)} need a person now`;
  notify(title, { tag: 'new numbers', isCrisis: true, href: '/?state=crisis' }, first);
}

function notify(
  title: string,
  { tag, isCrisis, href }: { tag: string; isCrisis: boolean; href: string },
  { expert }: Thread,
): void {
  const notification = new Notification(title, {
    body: `In the conversation with ${expert.displayName}.`,
    tag,
    renotify: true,
    requireInteraction: isCrisis,
  } as NotificationOptions); // TypeScript does not know `renotify`
  notification.onclick = () => {
    window.focus();
    navigate(href);
    notification.close();
  };
}

/** Adds one until the counts are fetched again. */
export function countWaiting(queries: QueryClient): void {
  changeCount(queries, threadCountsQuery(null).queryKey, { state: 'wantsHuman', by: 1 });
}
