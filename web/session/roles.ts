import { isAdmin, type Role } from '#shared/roles.ts';
import { useCurrentUser } from './use-session.ts';

export function useIsAdmin(): boolean {
  return isAdmin(useCurrentUser());
}

/** Null for people outside the team. */
export const roleNames = { ADMIN: 'Admin', AGENT: 'Agent', USER: null } as const satisfies Record<
  Role,
  string | null
>;
