import { defineErrors } from '../models/errors.ts';
import { newRequestId } from '../models/request-id.ts';

const invalid = 'invalid_request_error';

/** API reference, page "Errors". */
export const { createError: createAnthropicError, failWith } = defineErrors(
  {
    key_missing: [401, 'authentication_error', 'x-api-key header is required'],
    key_invalid: [401, 'authentication_error', 'invalid x-api-key'],
    forbidden: [
      403,
      'permission_error',
      'Your API key does not have permission to use the specified resource.',
    ],
    version_missing: [400, invalid, 'anthropic-version: header is required'],
    json_broken: [400, invalid, 'The request body is not valid JSON'],
    field_invalid: [400, invalid, '{param}: Field required or of the wrong type'],
    temperature_unsupported: [400, invalid, '`temperature` may only be set to 1 for this model.'],
    pictures_unsupported: [400, invalid, "'{param}' does not support image input."],
    model_unknown: [404, 'not_found_error', 'model: {param}'],
    path_unknown: [404, 'not_found_error', 'Not Found'],
    rate_limited: [
      429,
      'rate_limit_error',
      "This request would exceed your organization's rate limit.",
    ],
    server_error: [500, 'api_error', 'Internal server error'],
    overloaded: [529, 'overloaded_error', 'Overloaded'],
  },
  ({ status, type, message }) => {
    const requestId = newRequestId();
    return {
      headers: { 'request-id': requestId, ...(status === 429 && { 'retry-after': '1' }) },
      body: { type: 'error', error: { type, message }, request_id: requestId },
    };
  },
);
