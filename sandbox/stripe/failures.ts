import { StripeRefusal } from './errors.ts';

/** How the API can fail on request (pages "Error codes", "Rate limits", "Low-level errors"). */
export const failureKeys = [
  'down',
  'busy',
  'broken',
  'declined',
  'silent',
  'disconnected',
] as const;
export type FailureKey = (typeof failureKeys)[number];

/** What is answered; those that never answer are left out. */
const refusals: Record<Exclude<FailureKey, 'silent' | 'disconnected'>, () => StripeRefusal> = {
  down: () =>
    new StripeRefusal(503, {
      type: 'api_error',
      message: 'An unexpected error occurred. (The sandbox was told to be down.)',
    }),
  busy: () =>
    new StripeRefusal(429, {
      type: 'invalid_request_error',
      code: 'rate_limit',
      message:
        'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
    }),
  broken: () =>
    new StripeRefusal(500, {
      type: 'api_error',
      message: 'An unknown error occurred. (The sandbox was told to break.)',
    }),
  declined: () =>
    new StripeRefusal(402, {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
    }),
};

export type Failures = ReturnType<typeof createFailures>;

/** Which failure every call meets from now on; null: none. */
export function createFailures() {
  let current: FailureKey | null = null;
  return {
    current: () => current,
    plan(failure: FailureKey | null): void {
      current = failure;
    },
    /** @returns what is answered in place of the object; null where no answer comes or all is well. */
    refusal(): StripeRefusal | null {
      if (current === null || current === 'silent' || current === 'disconnected') return null;
      return refusals[current]();
    },
  };
}
