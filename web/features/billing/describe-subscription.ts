import type { Subscription } from '#shared/api/billing.ts';
import { plans } from '#shared/plans.ts';
import { formatDate } from '#web/lib/format.ts';

type Description = {
  title: string;
  badge?: { text: string; tone: 'neutral' | 'primary' | 'danger' };
  sentence: string;
};

export function describeSubscription(subscription: Subscription): Description {
  const { status, plan, currentPeriodEnd, cancelAtPeriodEnd } = subscription;
  const title = plan ? plans[plan].name : 'Subscription';
  const end = currentPeriodEnd && formatDate(currentPeriodEnd);
  switch (status) {
    case 'none':
      return { title: 'No subscription', sentence: 'Nothing renews automatically.' };
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
        // No date: only Stripe knows how long it retries the payment.
        sentence:
          'The last payment failed. Update your card in the billing portal to keep your subscription.',
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
  'Your subscription will cancel at the end of the period. To keep it, open the billing portal.';
