import type { Role } from '#shared/roles.ts';
import { useCurrentUser } from './use-session.ts';

/** Of the staff, admins may also change experts, AI providers, money and the team. */
export const isAdmin = ({ role }: { role: Role }): boolean => role === 'ADMIN';

export function useIsAdmin(): boolean {
  return isAdmin(useCurrentUser());
}

/** Null for people outside the team. */
export const roleNames = { ADMIN: 'Admin', AGENT: 'Agent', USER: null } as const satisfies Record<
  Role,
  string | null
>;
