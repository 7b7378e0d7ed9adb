/**
 * Agents handle conversations and see people, but not experts, AI providers, money, testing or
 * analytics.
 */
export const roles = ['ADMIN', 'AGENT', 'USER'] as const;
export type Role = (typeof roles)[number];
type HasRole = { role: Role };
/** Of the staff, admins may also change experts, AI providers, money and the team. */
export const isAdmin = ({ role }: HasRole): boolean => role === 'ADMIN';
export const isStaff = ({ role }: HasRole): boolean => role === 'ADMIN' || role === 'AGENT';

type Member = { id: string; role: Role };
/** An agent deletes no note of an admin, nor of a person who has left the team. */
export const mayDeleteNote = (reader: Member, author: Member): boolean =>
  isAdmin(reader) || reader.id === author.id || author.role === 'AGENT';
