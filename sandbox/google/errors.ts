import type { ModelApiError } from '../models/server.ts';

export type GoogleError = ModelApiError;

const keyInvalid = {
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason: 'API_KEY_INVALID',
  domain: 'googleapis.com',
};

/** code, status, message (the codes of google.rpc.Code); `{param}` is what the error is about. */
const errors = {
  key_missing: [
    403,
    'PERMISSION_DENIED',
    "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
  ],
  key_invalid: [400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.'],
  json_broken: [400, 'INVALID_ARGUMENT', 'Invalid JSON payload received.'],
  field_invalid: [400, 'INVALID_ARGUMENT', "Invalid value at '{param}'"],
  model_unknown: [
    404,
    'NOT_FOUND',
    'models/{param} is not found for API version v1beta, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods.',
  ],
  pictures_unsupported: [
    400,
    'INVALID_ARGUMENT',
    'Image input modality is not enabled for models/{param}',
  ],
  path_unknown: [404, 'NOT_FOUND', 'Requested entity was not found.'],
  rate_limited: [429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).'],
  server_error: [500, 'INTERNAL', 'An internal error has occurred. Please retry.'],
  overloaded: [503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'],
} as const satisfies Record<string, readonly [number, string, string]>;

export function googleError(kind: keyof typeof errors, param = ''): GoogleError {
  const [code, status, template] = errors[kind];
  const message = template.replace('{param}', param);
  const details = kind === 'key_invalid' ? [keyInvalid] : [];
  return { status: code, headers: {}, body: { error: { code, message, status, details } } };
}

/** The error that a text asked for: `[fail 500]`. */
export function failWith(status: number, model: string): GoogleError {
  if (status === 401) return { ...googleError('key_invalid'), status: 400 };
  if (status === 403) return googleError('key_missing');
  if (status === 404) return googleError('model_unknown', model);
  if (status === 429) return googleError('rate_limited');
  if (status === 503) return googleError('overloaded');
  const error = googleError(status >= 500 ? 'server_error' : 'field_invalid', 'contents');
  return { ...error, status };
}
