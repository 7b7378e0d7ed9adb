export type OpenAiError = {
  status: number;
  headers: Record<string, string>;
  body: { error: { message: string; type: string; param: string | null; code: string | null } };
};

const invalid = 'invalid_request_error';

/** status, type, code, message; `{param}` is the parameter's name or the value in question. */
const errors = {
  key_missing: [
    401,
    invalid,
    null,
    "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY), or as the password field (with blank username) if you're accessing the API from your browser and are prompted for a username and password. You can obtain an API key from https://platform.openai.com/account/api-keys.",
  ],
  key_invalid: [
    401,
    invalid,
    'invalid_api_key',
    'Incorrect API key provided: {param}. You can find your API key at https://platform.openai.com/account/api-keys.',
  ],
  json_broken: [
    400,
    invalid,
    null,
    'We could not parse the JSON body of your request. (HINT: This likely means you aren’t using your HTTP library correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON.)',
  ],
  model_missing: [400, invalid, null, 'you must provide a model parameter'],
  model_unknown: [
    404,
    invalid,
    'model_not_found',
    "The model '{param}' does not exist or you do not have access to it.",
  ],
  parameter_missing: [
    400,
    invalid,
    'missing_required_parameter',
    "Missing required parameter: '{param}'.",
  ],
  type_invalid: [400, invalid, 'invalid_type', "Invalid type for '{param}'."],
  messages_empty: [
    400,
    invalid,
    'empty_array',
    "Invalid '{param}': empty array. Expected an array with minimum length 1, but got an empty array instead.",
  ],
  temperature_unsupported: [
    400,
    invalid,
    null,
    "Unsupported parameter: '{param}' is not supported with this model.",
  ],
  temperature_range: [
    400,
    invalid,
    'decimal_above_max_value',
    "Invalid '{param}': expected a value between 0 and 2.",
  ],
  limit_unsupported: [
    400,
    invalid,
    'unsupported_parameter',
    "Unsupported parameter: '{param}' is not supported with this model. Use 'max_completion_tokens' instead.",
  ],
  pictures_unsupported: [
    400,
    invalid,
    null,
    'Invalid content type. image_url is only supported by certain models.',
  ],
  limit_small: [
    400,
    invalid,
    'integer_below_min_value',
    "Invalid '{param}': integer below minimum value.",
  ],
  rate_limited: [
    429,
    'tokens',
    'rate_limit_exceeded',
    'Rate limit reached for {param} on tokens per min (TPM). Please try again in 1s.',
  ],
  server_error: [
    500,
    'server_error',
    null,
    'The server had an error while processing your request. Sorry about that!',
  ],
  overloaded: [
    503,
    'server_error',
    null,
    'The engine is currently overloaded, please try again later',
  ],
  path_unknown: [404, invalid, null, 'Invalid URL ({param})'],
} as const satisfies Record<string, readonly [number, string, string | null, string]>;

export type OpenAiErrorKind = keyof typeof errors;

/** Whose `param` names a request parameter, as opposed to a value within the message. */
const aboutValue: OpenAiErrorKind[] = [
  'key_invalid',
  'model_unknown',
  'rate_limited',
  'path_unknown',
];

export function openAiError(kind: OpenAiErrorKind, param = ''): OpenAiError {
  const [status, type, code, template] = errors[kind];
  const message = template.replace('{param}', param);
  const named = param === '' || aboutValue.includes(kind) ? null : param;
  // 429 says when to come back; the SDKs read either header.
  const headers: Record<string, string> =
    status === 429 ? { 'retry-after': '1', 'retry-after-ms': '1000' } : {};
  return { status, headers, body: { error: { message, type, param: named, code } } };
}

/** The error that a text asked for: `[fail 500]`. */
export function failWith(status: number, model: string): OpenAiError {
  if (status === 401) return openAiError('key_invalid', 'sk-…');
  if (status === 429) return openAiError('rate_limited', model);
  if (status === 404) return openAiError('model_unknown', model);
  if (status === 503) return openAiError('overloaded');
  const error = openAiError(status >= 500 ? 'server_error' : 'type_invalid');
  return { ...error, status };
}
