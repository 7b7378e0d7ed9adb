import type { Person } from '#shared/api/people.ts';
import { channelNames } from '#shared/channels.ts';
import { plans } from '#shared/plans.ts';
import { isStaff } from '#shared/roles.ts';
import { formatPhone } from '#web/lib/format.ts';
import { roleNames } from '#web/session/roles.ts';

/** Null for gateway ids, which mean nothing to a reader. */
export function findNumber({ handle }: Pick<Person, 'handle'>): string | null {
  return handle?.startsWith('+') ? formatPhone(handle) : null;
}

export function nameOf(person: Person): string {
  const { name, email, channel } = person;
  return name ?? email ?? findNumber(person) ?? `${channel ? channelNames[channel] : 'A'} contact`;
}

export const isOnTeam = ({ role }: Pick<Person, 'role'>): boolean =>
  role !== null && isStaff({ role });

export function describePlan({ kind, plan, role }: Person): string {
  if (kind === 'number') return 'No account';
  const team = role && roleNames[role];
  if (team) return team;
  return plan ? plans[plan].name : 'None';
}

/** Null while a subscription makes messages unlimited. */
export function countLeft(person: Person, now = Date.now()): number | null {
  const { subExpiration, paidMessages, messageCount } = person;
  const isUnlimited = subExpiration !== null && Date.parse(subExpiration) > now;
  return isUnlimited ? null : paidMessages - messageCount;
}

const actions: Record<string, string> = {
  'team.invite': 'Invited',
  'team.withdraw': 'Invitation withdrawn',
  'user.change-role': 'Role changed',
  'user.adjust-credits': 'Credits adjusted',
  'user.confirm-email': 'Email confirmed',
  'user.delete': 'Deleted',
  'user.end-sessions': 'Signed out everywhere',
  'user.export': 'Data exported',
  'user.remove-phone': 'Phone removed',
  'user.reset-password': 'Password reset',
  'user.restore-email': 'Email restored by its owner',
  'user.second-factor-on': 'Second factor turned on',
  'user.second-factor-off': 'Second factor turned off',
  'sign-in': 'Signed in',
  'sign-in.failed': 'Sign-in failed',
};

export function describeAction(action: string): string {
  return actions[action] ?? action;
}

type Facts = Record<string, unknown> | null;

/** `paid messages: 5 → 8 · reason: A gift` */
export function describeFacts({ before, after }: { before: Facts; after: Facts }): string {
  return Object.entries(after ?? {})
    .filter(([name]) => name !== 'entryId')
    .map(([name, value]) => {
      const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
      const old = before?.[name];
      return `${words}: ${old === undefined || old === null ? '' : `${old} → `}${value}`;
    })
    .join(' · ');
}
