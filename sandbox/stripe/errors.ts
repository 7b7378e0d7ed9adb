/** Page "API reference: Errors". */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly body: { error: Record<string, string> };

  constructor(status: number, error: Problem) {
    super(error.message);
    this.status = status;
    this.body = { error: { type: 'invalid_request_error', ...error } };
  }
}

type Problem = {
  message: string;
  type?: string;
  code?: string;
  param?: string;
  decline_code?: string;
};

export const noSuch = (what: string, id: string, param = 'id') =>
  new StripeRefusal(param === 'id' ? 404 : 400, {
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  });

export const invalid = (message: string, param: string, code?: string) =>
  new StripeRefusal(400, { message, param, ...(code && { code }) });

export const alreadyRefunded = (charge: string) =>
  new StripeRefusal(400, {
    code: 'charge_already_refunded',
    message: `Charge ${charge} has already been refunded.`,
  });

export const subscriptionOver = () =>
  new StripeRefusal(400, {
    message: 'A canceled subscription can only update its cancellation_details and metadata.',
  });

export const unknownPath = (method: string, path: string) =>
  new StripeRefusal(404, { message: `Unrecognized request URL (${method}: ${path}).` });

export function wrongKey(key: string | undefined): StripeRefusal {
  if (!key) {
    return new StripeRefusal(401, {
      message:
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    });
  }
  const shown = `${key.slice(0, 8)}${'*'.repeat(Math.max(0, key.length - 12))}${key.slice(-4)}`;
  return new StripeRefusal(401, { message: `Invalid API Key provided: ${shown}` });
}

export const keyInUse = () =>
  new StripeRefusal(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: 'There is currently another in-progress request using this Idempotency Key.',
  });

export const keyReused = (key: string) =>
  new StripeRefusal(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
