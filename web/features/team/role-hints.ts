export const roleHints = {
  ADMIN: 'Everything: experts, AI providers, money and the team.',
  AGENT: 'Conversations and people, with plan and messages left, but no payments.',
} as const;
