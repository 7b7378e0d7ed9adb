import { StripeRefusal } from './errors.ts';

/** Pages "Error codes", "Rate limits", "Low-level errors". */
export const failureKeys = [
  'down',
  'busy',
  'broken',
  'declined',
  'silent',
  'disconnected',
] as const;
export type FailureKey = (typeof failureKeys)[number];

const refusals: Record<Exclude<FailureKey, 'silent' | 'disconnected'>, () => StripeRefusal> = {
  down: () =>
    new StripeRefusal(503, {
      type: 'api_error',
      message: 'An unexpected error occurred. (The sandbox is set to be down.)',
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
      message: 'An unknown error occurred. (The sandbox is set to break.)',
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

export function createFailures() {
  let current: FailureKey | null = null;
  return {
    current: () => current,
    plan(failure: FailureKey | null): void {
      current = failure;
    },
    /** Null also if it never answers. */
    refusal(): StripeRefusal | null {
      if (current === null || current === 'silent' || current === 'disconnected') return null;
      return refusals[current]();
    },
  };
}
