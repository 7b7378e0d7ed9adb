export const roleNames = { ADMIN: 'Admin', AGENT: 'Agent' } as const;
export const roleHints = {
  ADMIN: 'Everything: experts, AI providers, money and the team.',
  AGENT: 'Conversations and people only.',
} as const;
