export const planIds = ['trial', 'payg', 'monthly', 'annual'] as const;
export type PlanId = (typeof planIds)[number];
export type PaidPlanId = Exclude<PlanId, 'trial'>;

export type Plan = {
  id: PlanId;
  name: string;
  description: string;
  /** US dollars. */
  price: number;
  /** Shown after the price: `per month`. */
  period: string;
  features: string[];
  savings?: string | undefined;
  featured: boolean;
};

export const paygMessages = 50;

/** STRIPE_PRICE_* may charge other prices. */
export const plans: Record<PlanId, Plan> = {
  trial: {
    id: 'trial',
    name: 'Free trial',
    description: 'Try it with any expert',
    price: 0,
    period: 'once',
    features: ['5 messages', 'Every expert', 'No card needed'],
    featured: false,
  },
  payg: {
    id: 'payg',
    name: 'Pay as you go',
    description: 'Buy messages when you need them',
    price: 9.99,
    period: 'one time',
    features: [`${paygMessages} messages`, 'Every expert', 'They never expire'],
    featured: false,
  },
  monthly: {
    id: 'monthly',
    name: 'Monthly',
    description: 'For everyday questions',
    price: 19.99,
    period: 'per month',
    features: ['Unlimited messages', 'Every expert', 'Cancel any time'],
    featured: true,
  },
  annual: {
    id: 'annual',
    name: 'Annual',
    description: 'A whole year, for less',
    price: 199.99,
    period: 'per year',
    features: ['Unlimited messages', 'Every expert', 'One payment a year'],
    savings: 'Save $39.89 a year',
    featured: false,
  },
};
