import { count } from '#server/outside/metrics.ts';
import { stripeEventTypes } from './stripe-event-types.ts';

export const stripeEvents = count(
  'sagewire_stripe_events_total',
  'Signed events of Stripe, by type and by what became of them.',
  { type: [...stripeEventTypes, 'other'], outcome: ['new', 'repeated', 'ignored', 'failed'] },
);
