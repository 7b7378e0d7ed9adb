import type { Person } from '#shared/api/people.ts';
import type { PersonView } from './store.ts';

export function toPerson(view: PersonView, now: Date): Person {
  return {
    id: view.id,
    kind: view.isAccount ? 'account' : 'number',
    name: [view.firstName, view.lastName].filter(Boolean).join(' ') || null,
    email: view.email,
    role: view.role,
    handle: view.handle,
    channel: view.isAccount ? null : view.channel,
    isVerified: view.isVerified,
    plan: findPlan(view, now),
    messageCount: view.messageCount,
    paidMessages: view.paidMessages,
    subExpiration: view.subExpiration?.toISOString() ?? null,
    threadCount: view.threadCount,
    isOptedOut: view.isOptedOut,
    lastSeenAt: view.lastSeenAt?.toISOString() ?? null,
    createdAt: view.createdAt.toISOString(),
  };
}

function findPlan(view: PersonView, now: Date): Person['plan'] {
  const isSubscribed = view.subExpiration !== null && view.subExpiration > now;
  if (isSubscribed && view.subscribedPlan) return view.subscribedPlan;
  if (view.hasBought) return 'payg';
  return view.paidMessages > 0 ? 'trial' : null;
}
