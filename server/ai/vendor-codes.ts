/**
 * Documented codes (OpenAI: error codes; Anthropic: errors; Google: google.rpc.Code; finish reasons). Admins see only
 * these: a stranger's server may have written the rest.
 */
const codes = new Set([
  ...['invalid_api_key', 'insufficient_quota', 'rate_limit_exceeded', 'model_not_found'],
  ...['context_length_exceeded', 'string_above_max_length', 'unsupported_parameter'],
  ...['unsupported_value', 'invalid_value', 'invalid_type', 'missing_required_parameter'],
  ...['integer_below_min_value', 'integer_above_max_value', 'decimal_above_max_value'],
  ...['content_filter', 'content_policy_violation', 'invalid_prompt', 'empty_array'],
  ...['unsupported_country_region_territory', 'server_error', 'invalid_request_error'],
  ...['DeploymentNotFound', 'OperationNotSupported', 'Throttled'],
  ...['authentication_error', 'billing_error', 'permission_error', 'not_found_error'],
  ...['request_too_large', 'rate_limit_error', 'timeout_error', 'api_error', 'overloaded_error'],
  ...[
    'INVALID_ARGUMENT',
    'FAILED_PRECONDITION',
    'UNAUTHENTICATED',
    'PERMISSION_DENIED',
    'NOT_FOUND',
  ],
  ...['RESOURCE_EXHAUSTED', 'INTERNAL', 'UNAVAILABLE', 'DEADLINE_EXCEEDED'],
  ...['SAFETY', 'RECITATION', 'LANGUAGE', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII', 'refusal'],
]);

export function isVendorCode(text: unknown): text is string {
  return typeof text === 'string' && codes.has(text);
}

const topics: [RegExp, string][] = [
  [/(api|subscription)[ _-]?key/i, 'the API key'],
  [/quota|billing|credit balance/i, 'the quota or billing'],
  [/max_?(completion_|output_)?tokens/i, 'Max tokens'],
  [/context (length|window)/i, 'the length of the conversation'],
  [/temperature/i, 'the temperature'],
];
const maxReadLength = 2_000;

export function summarizeError(
  status: number | undefined,
  named: unknown[],
  message: string,
): string {
  const code = named.find(isVendorCode);
  const [, topic] = topics.find(([words]) => words.test(message.slice(0, maxReadLength))) ?? [];
  const summary = [status, code].filter(Boolean).join(' ');
  return [summary, topic && `about ${topic}`].filter(Boolean).join(', ') || 'no answer';
}
