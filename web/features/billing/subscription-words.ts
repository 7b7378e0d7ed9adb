import type { Subscription } from '#shared/api/billing.ts';
import { plans } from '#shared/plans.ts';
import { formatDate } from '#web/lib/format.ts';

type Words = {
  title: string;
  badge?: { text: string; tone: 'neutral' | 'primary' | 'danger' };
  sentence: string;
};

/** A subscription as a person would tell of it. */
export function describeSubscription(subscription: Subscription): Words {
  const { status, plan, currentPeriodEnd, cancelAtPeriodEnd } = subscription;
  const title = plan ? plans[plan].name : 'Subscription';
  const end = currentPeriodEnd && formatDate(currentPeriodEnd);
  switch (status) {
    case 'none':
      return { title: 'No subscription', sentence: 'Nothing renews by itself.' };
    case 'active':
      return {
        title,
        badge: { text: 'Active', tone: 'primary' },
        sentence: end
          ? `Unlimited messages. ${cancelAtPeriodEnd ? 'Ends' : 'Renews'} on ${end}.`
          : 'Unlimited messages.',
      };
    case 'past_due':
      return {
        title,
        badge: { text: 'Past due', tone: 'danger' },
        // No date: how long a late payment is tried again, Stripe alone knows.
        sentence:
          'The last payment did not go through. Update your card in the billing portal to keep your subscription.',
      };
    case 'canceled':
      return {
        title,
        badge: { text: 'Canceled', tone: 'neutral' },
        sentence: end ? `It ended on ${end}.` : 'It has ended.',
      };
  }
}

export const cancelNotice =
  'Your subscription will cancel at the end of the period. You can keep it in the billing portal.';
