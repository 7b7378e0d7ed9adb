import { AISDKError, APICallError, InvalidResponseDataError, NoObjectGeneratedError } from 'ai';
import { z } from 'zod';
import { ModelError, type ModelFailureKind } from './model.ts';

/** What went wrong, as a ModelError wherever it is one. */
export function translated(error: unknown): unknown {
  if (error instanceof ModelError) return error;
  if (NoObjectGeneratedError.isInstance(error)) return withoutVerdict(error);
  if (APICallError.isInstance(error)) return callError(error);
  const { name, message } = error as Error;
  if (name === 'TimeoutError') return new ModelError('timeout', message);
  // Our own abort is no failure of the model: the caller stops and hands the work back.
  if (name === 'AbortError') return error;
  // What can't be read is the provider's fault and may pass.
  if (InvalidResponseDataError.isInstance(error)) return new ModelError('provider_down', message);
  return AISDKError.isInstance(error) ? new ModelError('bad_request', message) : error;
}

/** Why an answer holds no verdict, with what it said instead. */
export function withoutVerdict({
  finishReason,
  text = '',
}: Pick<NoObjectGeneratedError, 'finishReason' | 'text'>): ModelError {
  if (finishReason === 'content-filter') return new ModelError('refusal', text.slice(0, 200));
  if (finishReason === 'length') return new ModelError('too_short', 'finish reason length');
  return new ModelError('no_verdict', text.trim().slice(0, 200) || 'no text');
}

/** Whether the vendor took the call for wrong because of something that it names. */
export function isRefusedFor(error: unknown, name: RegExp): boolean {
  const isWrong = APICallError.isInstance(error) && [400, 422].includes(error.statusCode ?? 0);
  return isWrong && name.test(wordsOf(error));
}

function callError(error: APICallError): ModelError {
  const detail = [error.statusCode, wordsOf(error)].filter(Boolean).join(' ').slice(0, 500);
  return new ModelError(kindOf(error), detail, retryAfter(error));
}

/** Vendors' codes that tell more than the status they come with, which may even be 200. */
const kindsByCode: Record<string, ModelFailureKind> = {
  model_not_found: 'not_found',
  content_filter: 'refusal',
  content_policy_violation: 'refusal',
  invalid_prompt: 'refusal',
  rate_limit_exceeded: 'rate_limited',
  server_error: 'provider_down',
};
const policyWords = /content (management|filtering) policy|violating our usage policy/i;

function kindOf(error: APICallError): ModelFailureKind {
  const { statusCode: status, responseBody } = error;
  if (status === undefined || (status < 300 && isCut(error))) return 'network';
  const byCode = kindsByCode[readError(responseBody)?.code ?? ''];
  if (byCode) return byCode;
  if (status === 400 && policyWords.test(wordsOf(error))) return 'refusal';
  // Google says 400 to a wrong key.
  const isKeyRefused = JSON.stringify(responseBody)?.includes('API_KEY_INVALID');
  if (status === 401 || status === 403 || isKeyRefused) return 'credentials';
  if (status === 404) return 'not_found';
  if (status === 429) return 'rate_limited';
  // An answer that can't be read is the provider's fault and may pass.
  const mayPass = status < 300 || status === 408 || status === 409 || status >= 500;
  return mayPass ? 'provider_down' : 'bad_request';
}

/** The vendor's own words, also where their form is none that the SDK knows. */
function wordsOf(error: APICallError): string {
  if (isCut(error)) return 'The answer broke off.';
  return readError(error.responseBody)?.message || error.message;
}

/** The SDK's words for a body that did not arrive whole; its cause is as bare ("terminated"). */
function isCut({ message }: APICallError): boolean {
  return /^Failed to process (successful|error) response$/.test(message);
}

const said = z.object({ message: z.string().optional(), code: z.unknown().optional() });
const errorBody = z.object({
  error: said.or(z.string()).optional(),
  message: z.unknown().optional(),
});

/** What a vendor says of an error, in one of the forms that they share. */
function readError(body: unknown): { message: string; code: string } | null {
  const { success, data } = errorBody.safeParse(parseJson(body));
  if (!success) return null;
  const { message, code } =
    typeof data.error === 'object' ? data.error : { message: data.error ?? data.message, code: '' };
  return { message: typeof message === 'string' ? message : '', code: String(code) };
}

/** Of a call that failed with 200 the SDK hands on the body as it has read it. */
function parseJson(body: unknown): unknown {
  if (typeof body !== 'string') return body;
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

function retryAfter({ responseHeaders, responseBody }: APICallError): number | null {
  const exact = Number(responseHeaders?.['retry-after-ms']);
  if (exact > 0) return exact;
  const text = responseHeaders?.['retry-after'];
  if (!text) return retryDelay(responseBody);
  const ms = Number(text) > 0 ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return ms > 0 ? ms : null;
}

const googleError = z.object({
  error: z.object({ details: z.array(z.object({ retryDelay: z.string().optional() })) }),
});

/** Google says it in the body: `"retryDelay": "34.07s"`, in milliseconds here. */
function retryDelay(body: unknown): number | null {
  const { data } = googleError.safeParse(parseJson(body));
  const delay = data?.error.details.find((detail) => detail.retryDelay)?.retryDelay;
  const ms = Number.parseFloat(delay ?? '') * 1000;
  return ms > 0 ? ms : null;
}
