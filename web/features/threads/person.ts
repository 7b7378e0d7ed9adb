import type { Thread } from '#shared/api/threads.ts';
import { channelNames } from '#shared/channels.ts';
import { formatPhone } from '#web/lib/format.ts';

/** The number that the person writes from, or null on channels that hide it. */
export function phoneOf({ userPhoneNumber, userHandle }: Thread): string | null {
  const phone = userPhoneNumber ?? (userHandle.startsWith('+') ? userHandle : null);
  return phone && formatPhone(phone);
}

/** What to call the person: a name, else the number, else the channel (its handles are long and say nothing). */
export function personName(thread: Thread): string {
  return thread.person?.name ?? phoneOf(thread) ?? `${channelNames[thread.expert.channel]} contact`;
}

/** What their face is drawn from: somebody without a name or number has a hue of their own, but no letters. */
export function faceOf(thread: Thread): string {
  return thread.person?.name ?? phoneOf(thread) ?? `#${thread.userHandle}`;
}

export function firstNameOf(thread: Thread): string {
  return thread.person?.name?.split(' ')[0] ?? personName(thread);
}
