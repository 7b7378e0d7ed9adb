import type { Source } from '#shared/api/messages.ts';
import { makeStorable } from '#shared/texts.ts';

/** Pictures are WebP; with pictures the text may be empty. */
export type ChatMessage = { role: 'user' | 'assistant'; content: string; pictures?: Uint8Array[] };

export type Turn = {
  instructions: string;
  /** Oldest first, ending with the person's. */
  messages: ChatMessage[];
  settings: ModelSettings;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
};

export type ModelSettings = {
  apiKey: string;
  model: string;
  temperature: number;
  maxTokens: number;
  useWebSearch: boolean;
  webSearchDomains: string[];
  baseUrl: string | null;
  /** Without a base URL; undefined: the vendor's address. */
  defaultBaseUrl: string | undefined;
};

export type Tokens = { input: number | null; output: number | null };
export type ModelReply = {
  text: string;
  /** Cited pages; the text has no citation marks. */
  sources: Source[];
  /** The vendor's name, perhaps more exact than the configured one. */
  model: string;
  /** The token limit cut the text short. */
  isCut: boolean;
  tokens: Tokens;
};
export type ModelVerdict = Pick<ModelReply, 'model' | 'tokens'> & {
  isAllowed: boolean;
  reason: string;
};

/** No retries here: the pipeline decides. */
export type ChatModel = {
  /** @throws {ModelError} */
  reply(turn: Turn): Promise<ModelReply>;
  /** Judges the last message. @throws {ModelError} */
  validate(turn: Turn): Promise<ModelVerdict>;
  listModels?(settings: ModelSettings): Promise<string[]>;
};

/** For admins only. */
export const modelFailures = {
  credentials: { isRetryable: false, text: 'The AI provider refused the API key.' },
  not_found: { isRetryable: false, text: 'The AI provider does not know this model.' },
  bad_request: { isRetryable: false, text: 'The AI provider refused the request.' },
  no_pictures: { isRetryable: false, text: "This model can't read pictures." },
  refusal: { isRetryable: false, text: 'The model refused to answer.' },
  too_long: { isRetryable: false, text: 'The message is too long for this model.' },
  recited: { isRetryable: false, text: 'The answer held the whole prompt, so it was not sent.' },
  too_short: { isRetryable: false, text: 'Max tokens ran out before there was an answer.' },
  private_address: {
    isRetryable: false,
    text: 'The AI provider is at a private address, which is not called.',
  },
  redirected: {
    isRetryable: false,
    text: "The AI provider's address redirects to another one, which is not followed.",
  },
  no_address: { isRetryable: false, text: 'This AI provider needs a base URL.' },
  inactive: { isRetryable: false, text: 'The AI provider is inactive.' },
  rate_limited: { isRetryable: true, text: 'The AI provider asked us to slow down.' },
  provider_down: { isRetryable: true, text: 'The AI provider had an error.' },
  network: { isRetryable: true, text: 'The AI provider could not be reached.' },
  timeout: { isRetryable: true, text: 'The model took too long.' },
  empty: { isRetryable: true, text: 'The model gave an empty answer.' },
  no_verdict: { isRetryable: true, text: 'The validator gave no clear verdict.' },
  unexpected_tool: { isRetryable: true, text: 'The model asked for a tool it does not have.' },
} as const;

export type ModelFailureKind = keyof typeof modelFailures;

export class ModelError extends Error {
  override name = 'ModelError';
  readonly kind: ModelFailureKind;
  /** A code and our own words for admins; never the vendor's. */
  readonly detail: string;
  readonly retryAfterMs: number | null;
  readonly isAboutPictures: boolean;

  constructor(
    kind: ModelFailureKind,
    detail: string,
    retryAfterMs: number | null = null,
    { isAboutPictures = false } = {},
  ) {
    super(`${kind}: ${detail}`);
    this.kind = kind;
    this.detail = makeStorable(detail);
    this.retryAfterMs = retryAfterMs;
    this.isAboutPictures = isAboutPictures;
  }

  get isRetryable(): boolean {
    return modelFailures[this.kind].isRetryable;
  }
}
