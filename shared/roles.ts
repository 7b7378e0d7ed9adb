/**
 * Agents handle conversations and see people, but not experts, AI providers, money, testing or
 * analytics.
 */
export const roles = ['ADMIN', 'AGENT', 'USER'] as const;
export type Role = (typeof roles)[number];
export const isStaff = ({ role }: { role: Role }): boolean => role === 'ADMIN' || role === 'AGENT';

type Member = { id: string; role: Role };
/** An agent deletes no note of an admin, nor of a person who has left the team. */
export const mayDeleteNote = (reader: Member, author: Member): boolean =>
  reader.role === 'ADMIN' || reader.id === author.id || author.role === 'AGENT';
