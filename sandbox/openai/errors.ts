import { defineErrors } from '../models/errors.ts';

const invalid = 'invalid_request_error';

/** Here `{param}` is a value, not a request parameter. */
const kindsAboutValues: string[] = [
  'key_invalid',
  'model_unknown',
  'rate_limited',
  'overloaded',
  'server_error',
  'forbidden',
  'path_unknown',
];

export const { createError: createOpenAiError, failWith } = defineErrors(
  {
    key_missing: [
      401,
      invalid,
      "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY), or as the password field (with blank username) if you're accessing the API from your browser and are prompted for a username and password. You can obtain an API key from https://platform.openai.com/account/api-keys.",
    ],
    key_invalid: [
      401,
      invalid,
      'Incorrect API key provided: {param}. You can find your API key at https://platform.openai.com/account/api-keys.',
      'invalid_api_key',
    ],
    json_broken: [
      400,
      invalid,
      'We could not parse the JSON body of your request. (HINT: This likely means you aren’t using your HTTP library correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON.)',
    ],
    model_missing: [400, invalid, 'you must provide a model parameter'],
    model_unknown: [
      404,
      invalid,
      "The model '{param}' does not exist or you do not have access to it.",
      'model_not_found',
    ],
    parameter_missing: [
      400,
      invalid,
      "Missing required parameter: '{param}'.",
      'missing_required_parameter',
    ],
    field_invalid: [400, invalid, "Invalid type for '{param}'.", 'invalid_type'],
    input_empty: [
      400,
      invalid,
      "Invalid '{param}': empty array. Expected an array with minimum length 1, but got an empty array instead.",
      'empty_array',
    ],
    temperature_unsupported: [
      400,
      invalid,
      "Unsupported parameter: '{param}' is not supported with this model.",
    ],
    temperature_range: [
      400,
      invalid,
      "Invalid '{param}': expected a value between 0 and 2.",
      'decimal_above_max_value',
    ],
    limit_unsupported: [
      400,
      invalid,
      "Unsupported parameter: '{param}' is not supported with this model. Use 'max_completion_tokens' instead.",
      'unsupported_parameter',
    ],
    pictures_unsupported: [
      400,
      invalid,
      'Invalid content type. image_url is only supported by certain models.',
    ],
    limit_small: [
      400,
      invalid,
      "Invalid '{param}': integer below minimum value.",
      'integer_below_min_value',
    ],
    forbidden: [
      403,
      invalid,
      'Country, region, or territory not supported',
      'unsupported_country_region_territory',
    ],
    rate_limited: [
      429,
      'tokens',
      'Rate limit reached for {param} on tokens per min (TPM). Please try again in 1s.',
      'rate_limit_exceeded',
    ],
    server_error: [
      500,
      'server_error',
      'The server had an error while processing your request. Sorry about that!',
    ],
    overloaded: [503, 'server_error', 'The engine is currently overloaded, please try again later'],
    path_unknown: [404, invalid, 'Invalid URL ({param})'],
  },
  ({ kind, status, type, message, code, param }) => {
    const isParameter = param !== '' && !kindsAboutValues.includes(kind);
    return {
      // The SDKs read either.
      headers: { ...(status === 429 && { 'retry-after': '1', 'retry-after-ms': '1000' }) },
      body: { error: { message, type, param: isParameter ? param : null, code } },
    };
  },
);
