import { AISDKError, APICallError, InvalidResponseDataError, NoObjectGeneratedError } from 'ai';
import { z } from 'zod';
import { findCallRefused } from '#server/outside/outgoing/call-refused.ts';
import { ModelError, type ModelFailureKind } from './model.ts';
import { saysRefused, saysTooLong } from './refused-words.ts';
import { summarizeError } from './vendor-codes.ts';

/** Returns errors that are not the SDK's unchanged. */
export function toModelError(error: unknown): unknown {
  if (error instanceof ModelError) return error;
  if (NoObjectGeneratedError.isInstance(error)) return toMissingVerdictError(error);
  if (APICallError.isInstance(error)) return toCallError(error);
  const { name } = error as Error;
  if (name === 'TimeoutError') return new ModelError('timeout', 'no answer in time');
  // Our own abort: the worker stops and releases its job.
  if (name === 'AbortError') return error;
  // The next answer may be readable.
  if (InvalidResponseDataError.isInstance(error)) {
    return new ModelError('provider_down', 'unreadable answer');
  }
  // The message quotes what the SDK could not use.
  return AISDKError.isInstance(error) ? new ModelError('bad_request', name) : error;
}

export function toMissingVerdictError({
  finishReason,
  text = '',
}: Pick<NoObjectGeneratedError, 'finishReason' | 'text'>): ModelError {
  if (finishReason === 'content-filter') return new ModelError('refusal', 'content filter');
  if (finishReason === 'length') return new ModelError('too_short', 'finish reason length');
  return new ModelError('no_verdict', text.trim() === '' ? 'no text' : 'other text');
}

export function isRefusedFor(error: unknown, name: RegExp): boolean {
  const isRefused = APICallError.isInstance(error) && [400, 422].includes(error.statusCode ?? 0);
  return isRefused && name.test(readMessage(error));
}

function toCallError(error: APICallError): ModelError {
  const refused = findCallRefused(error);
  if (refused) {
    const kind = refused.code === 'redirect' ? 'redirected' : 'private_address';
    return new ModelError(kind, refused.message);
  }
  const message = readMessage(error);
  return new ModelError(
    toFailureKind(error),
    describeError(error, message),
    readRetryAfter(error),
    {
      isAboutPictures: /image|vision|multimodal|content must be a string/i.test(message),
    },
  );
}

function describeError(error: APICallError, message: string): string {
  const { statusCode, responseBody, cause } = error;
  if (isBrokenOff(error)) return [statusCode, 'the answer broke off'].filter(Boolean).join(' ');
  const { code: reason } = (cause ?? {}) as { code?: string };
  if (statusCode === undefined) return systemCode.test(reason ?? '') ? String(reason) : 'no answer';
  const { code, type, status } = readError(responseBody) ?? {};
  return summarizeError(statusCode, [code, type, status], message);
}

const systemCode = /^[A-Z][A-Z0-9_]{2,40}$/;

/** They say more than the HTTP status, which may even be 200. */
const kindsByCode: Record<string, ModelFailureKind> = {
  model_not_found: 'not_found',
  rate_limit_exceeded: 'rate_limited',
  server_error: 'provider_down',
};

const maxMessage = 2_000;
/** A limit that passes; Bedrock says so with 400. */
const throttled = /throttl|too many requests|please wait before/i;

function toFailureKind(error: APICallError): ModelFailureKind {
  const { statusCode: status, responseBody } = error;
  if (status === undefined || (status < 300 && isBrokenOff(error))) return 'network';
  const read = readError(responseBody);
  const codes = read ? [read.code, read.type, read.innererror?.code] : [];
  const said = { status, codes, message: readMessage(error).slice(0, maxMessage) };
  if (saysRefused(said)) return 'refusal';
  if (status >= 400 && status < 500 && throttled.test(said.message)) return 'rate_limited';
  if (saysTooLong(said)) return 'too_long';
  const byCode = kindsByCode[read?.code ?? ''];
  if (byCode) return byCode;
  // Google answers a wrong key with 400.
  const isKeyRefused = JSON.stringify(responseBody)?.includes('API_KEY_INVALID');
  if (status === 401 || status === 403 || isKeyRefused) return 'credentials';
  if (status === 404) return 'not_found';
  if (status === 429) return 'rate_limited';
  const mayPass = status < 300 || status === 408 || status === 409 || status >= 500;
  return mayPass ? 'provider_down' : 'bad_request';
}

/** Never shown. Also reads forms that the SDK doesn't know. */
export function readMessage(error: APICallError): string {
  return readError(error.responseBody)?.message || error.message;
}

/** The only sign that the body broke off. */
function isBrokenOff({ message }: APICallError): boolean {
  return /^Failed to process (successful|error) response$/.test(message);
}

const errorDetails = z.object({
  message: z.unknown().optional(),
  /** OpenRouter: what the vendor behind it said. */
  metadata: z.object({ raw: z.unknown() }).optional().catch(undefined),
  code: z.unknown().optional(),
  type: z.unknown().optional(),
  status: z.unknown().optional(),
  innererror: z.object({ code: z.unknown() }).optional().catch(undefined),
});
const errorBody = z.object({
  error: errorDetails.or(z.string()).optional(),
  message: z.unknown().optional(),
  detail: z.unknown().optional(),
});

function readError(
  body: unknown,
): (Omit<z.output<typeof errorDetails>, 'code'> & { message: string; code: string }) | null {
  const { success, data } = errorBody.safeParse(parseJson(body));
  if (!success) return null;
  const { message, metadata, code, ...named } =
    typeof data.error === 'object' ? data.error : { message: data.error, code: '' };
  const said = [message ?? data.message ?? data.detail, metadata?.raw].map(toWords);
  return { ...named, message: said.filter(Boolean).join(' '), code: String(code) };
}

const toWords = (said: unknown): string =>
  typeof said === 'string' ? said : said ? JSON.stringify(said) : '';

/** Null unless it is JSON. The body of an error with 200 is parsed already. */
export function parseJson(body: unknown): unknown {
  if (typeof body !== 'string') return body;
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

function readRetryAfter({ responseHeaders, responseBody }: APICallError): number | null {
  const exact = Number(responseHeaders?.['retry-after-ms']);
  if (exact > 0) return exact;
  const text = responseHeaders?.['retry-after'];
  if (!text) return readRetryDelay(responseBody);
  const ms = Number(text) > 0 ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return ms > 0 ? ms : null;
}

const googleError = z.object({
  error: z.object({ details: z.array(z.object({ retryDelay: z.string().optional() })) }),
});

/** In ms. Google writes `"retryDelay": "34.07s"` into the body. */
function readRetryDelay(body: unknown): number | null {
  const { data } = googleError.safeParse(parseJson(body));
  const delay = data?.error.details.find((detail) => detail.retryDelay)?.retryDelay;
  const ms = Number.parseFloat(delay ?? '') * 1000;
  return ms > 0 ? ms : null;
}
