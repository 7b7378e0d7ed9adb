import type { ThreadHit } from '#shared/api/search.ts';
import type { Thread } from '#shared/api/threads.ts';
import { channelNames } from '#shared/channels.ts';
import { formatPhone } from '#web/lib/format.ts';

/** Null on channels that hide it. */
export function findPhone({ userPhoneNumber, userHandle }: Thread): string | null {
  const phone = userPhoneNumber ?? (userHandle.startsWith('+') ? userHandle : null);
  return phone && formatPhone(phone);
}

/** The channel comes last, because its handles are long and say nothing. */
export function describePerson(thread: Thread): string {
  return (
    thread.person?.name ?? findPhone(thread) ?? `${channelNames[thread.expert.channel]} contact`
  );
}

export function describePlace({ personName, userHandle, expert }: ThreadHit): string {
  const phone = userHandle.startsWith('+') ? formatPhone(userHandle) : null;
  return personName ?? phone ?? `${channelNames[expert.channel]} contact`;
}

/** A # gives a person without a name or number a color, but no initials. */
export function avatarNameOf(thread: Thread): string {
  return thread.person?.name ?? findPhone(thread) ?? `#${thread.userHandle}`;
}

export function firstNameOf(thread: Thread): string {
  return thread.person?.name?.split(' ')[0] ?? describePerson(thread);
}
