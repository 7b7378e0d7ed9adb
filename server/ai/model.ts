import type { Source } from '#shared/api/threads.ts';
import { storable } from '#shared/texts.ts';

/** Something said; a person's words may come with pictures (WebP), or be pictures alone. */
export type Said = { role: 'user' | 'assistant'; content: string; pictures?: Uint8Array[] };

/** One question to a model: what it is told, what was said so far, and how it is called. */
export type Turn = {
  instructions: string;
  /** Oldest first; the last one is the person's. */
  messages: Said[];
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
  /** The provider's own address. */
  baseUrl: string | null;
  /** Where it has none: what the settings or the sandbox say, and where they say nothing, the vendor's. */
  defaultBaseUrl: string | undefined;
};

export type Tokens = { input: number | null; output: number | null };
export type ModelReply = {
  text: string;
  /** Pages that it cites; their marks are not in the text. */
  sources: Source[];
  /** As the vendor names what answered, which may be more exact than what was asked for. */
  model: string;
  /** Max tokens ended it before it was done. */
  isCut: boolean;
  tokens: Tokens;
};
export type ModelVerdict = Pick<ModelReply, 'model' | 'tokens'> & {
  isAllowed: boolean;
  reason: string;
};

/** A vendor's models. Neither call retries: the pipeline decides when to try again. */
export type ChatModel = {
  /** @throws {ModelError} */
  reply(turn: Turn): Promise<ModelReply>;
  /** Asks for a structured yes or no about the last message. @throws {ModelError} */
  judge(turn: Turn): Promise<ModelVerdict>;
  /** The names of the models that a key opens, where the vendor lists them. Fails like any call. */
  list?(settings: ModelSettings): Promise<string[]>;
};

/** Why a model gave no answer, as a closed list, with the words an admin reads. */
export const modelFailures = {
  credentials: { isRetryable: false, words: 'The AI provider refused the API key.' },
  not_found: { isRetryable: false, words: 'The AI provider does not know this model.' },
  bad_request: { isRetryable: false, words: 'The AI provider refused the request.' },
  no_pictures: { isRetryable: false, words: 'This model can’t read pictures.' },
  refusal: { isRetryable: false, words: 'The model refused to answer.' },
  too_short: { isRetryable: false, words: 'Max tokens was used up before there was an answer.' },
  no_address: { isRetryable: false, words: 'This AI provider needs a base URL.' },
  inactive: { isRetryable: false, words: 'The AI provider is inactive.' },
  rate_limited: { isRetryable: true, words: 'The AI provider asked us to slow down.' },
  provider_down: { isRetryable: true, words: 'The AI provider had an error.' },
  network: { isRetryable: true, words: 'The AI provider could not be reached.' },
  timeout: { isRetryable: true, words: 'The model took too long.' },
  empty: { isRetryable: true, words: 'The model gave an empty answer.' },
  no_verdict: { isRetryable: true, words: 'The validator gave no clear verdict.' },
  unexpected_tool: { isRetryable: true, words: 'The model asked for a tool it does not have.' },
} as const;

export type ModelFailureKind = keyof typeof modelFailures;

export class ModelError extends Error {
  override name = 'ModelError';
  readonly kind: ModelFailureKind;
  /** The vendor's own words, for admins. */
  readonly detail: string;
  readonly retryAfterMs: number | null;

  constructor(kind: ModelFailureKind, detail: string, retryAfterMs: number | null = null) {
    super(`${kind}: ${detail}`);
    this.kind = kind;
    this.detail = storable(detail);
    this.retryAfterMs = retryAfterMs;
  }

  get isRetryable(): boolean {
    return modelFailures[this.kind].isRetryable;
  }
}
