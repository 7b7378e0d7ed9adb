/**
 * Agents handle conversations and see people, but not experts, AI providers, money, testing or
 * analytics.
 */
export const roles = ['ADMIN', 'AGENT', 'USER'] as const;
export type Role = (typeof roles)[number];
export const isStaff = ({ role }: { role: Role }): boolean => role === 'ADMIN' || role === 'AGENT';
