import { defineErrors } from '../models/errors.ts';

const keyInvalid = {
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason: 'API_KEY_INVALID',
  domain: 'googleapis.com',
};

const invalid = 'INVALID_ARGUMENT';

export const { createError: createGoogleError, failWith } = defineErrors(
  {
    key_missing: [
      403,
      'PERMISSION_DENIED',
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
    ],
    key_invalid: [400, invalid, 'API key not valid. Please pass a valid API key.'],
    forbidden: [403, 'PERMISSION_DENIED', 'The caller does not have permission'],
    json_broken: [400, invalid, 'Invalid JSON payload received.'],
    field_invalid: [400, invalid, "Invalid value at '{param}'"],
    model_unknown: [
      404,
      'NOT_FOUND',
      'models/{param} is not found for API version v1beta, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods.',
    ],
    pictures_unsupported: [400, invalid, 'Image input modality is not enabled for models/{param}'],
    path_unknown: [404, 'NOT_FOUND', 'Requested entity was not found.'],
    rate_limited: [429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).'],
    server_error: [500, 'INTERNAL', 'An internal error has occurred. Please retry.'],
    overloaded: [503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'],
  },
  ({ kind, status, type, message }) => {
    const details = kind === 'key_invalid' ? [keyInvalid] : [];
    return { headers: {}, body: { error: { code: status, message, status: type, details } } };
  },
);
