export const planIds = ['trial', 'payg', 'monthly', 'annual'] as const;
