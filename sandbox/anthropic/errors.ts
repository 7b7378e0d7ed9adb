import type { ModelApiError } from '../models/server.ts';

export type AnthropicError = ModelApiError;

/** status, type, message; `{param}` is what the error is about (page "Errors" of the API reference). */
const errors = {
  key_missing: [401, 'authentication_error', 'x-api-key header is required'],
  key_invalid: [401, 'authentication_error', 'invalid x-api-key'],
  version_missing: [400, 'invalid_request_error', 'anthropic-version: header is required'],
  json_broken: [400, 'invalid_request_error', 'The request body is not valid JSON'],
  field_invalid: [400, 'invalid_request_error', '{param}: Field required or of the wrong type'],
  temperature_unsupported: [
    400,
    'invalid_request_error',
    '`temperature` may only be set to 1 for this model.',
  ],
  pictures_unsupported: [400, 'invalid_request_error', "'{param}' does not support image input."],
  model_unknown: [404, 'not_found_error', 'model: {param}'],
  path_unknown: [404, 'not_found_error', 'Not Found'],
  rate_limited: [
    429,
    'rate_limit_error',
    "This request would exceed your organization's rate limit.",
  ],
  server_error: [500, 'api_error', 'Internal server error'],
  overloaded: [529, 'overloaded_error', 'Overloaded'],
} as const satisfies Record<string, readonly [number, string, string]>;

export function anthropicError(kind: keyof typeof errors, param = ''): AnthropicError {
  const [status, type, template] = errors[kind];
  const message = template.replace('{param}', param);
  const headers: Record<string, string> = status === 429 ? { 'retry-after': '1' } : {};
  return {
    status,
    headers,
    body: { type: 'error', error: { type, message }, request_id: 'req_sandbox' },
  };
}

/** The error that a text asked for: `[fail 500]`. */
export function failWith(status: number, model: string): AnthropicError {
  if (status === 401) return anthropicError('key_invalid');
  if (status === 404) return anthropicError('model_unknown', model);
  if (status === 429) return anthropicError('rate_limited');
  if (status === 503 || status === 529) return { ...anthropicError('overloaded'), status };
  const error = anthropicError(status >= 500 ? 'server_error' : 'field_invalid', 'messages');
  return { ...error, status };
}
