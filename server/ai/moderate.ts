import { z } from 'zod';
import type { ModelSettings } from './model.ts';
import { addressOf } from './openai.ts';

const moderationModel = 'omni-moderation-latest';

/** Harm to oneself, worst first. */
const selfHarmCategories = ['self-harm/intent', 'self-harm/instructions', 'self-harm'] as const;
export type SelfHarmCategory = (typeof selfHarmCategories)[number];

const flag = z.boolean();
const answer = z.object({
  results: z.array(
    z.object({
      categories: z.object({
        'self-harm': flag,
        'self-harm/intent': flag,
        'self-harm/instructions': flag,
      }),
    }),
  ),
});

/** Our own message: a vendor's may quote the text. */
export class ModerationFailed extends Error {
  override name = 'ModerationFailed';
  /** The provider refused these texts, but may read others. */
  readonly isForTexts: boolean;

  constructor(message: string, isForTexts = false) {
    super(message);
    this.isForTexts = isForTexts;
  }
}

/**
 * One call to OpenAI, or a server that speaks its API.
 * @returns each text's worst flagged category, or null.
 * @throws {ModerationFailed} for an unusable answer; the errors of `fetch` for none.
 */
export async function moderate(
  call: typeof fetch,
  settings: Pick<ModelSettings, 'apiKey' | 'baseUrl' | 'defaultBaseUrl'>,
  { texts, signal }: { texts: string[]; signal: AbortSignal },
): Promise<(SelfHarmCategory | null)[]> {
  const response = await call(`${addressOf(settings)}/moderations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${settings.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: moderationModel, input: texts }),
    signal,
  });
  if (!response.ok) {
    throw new ModerationFailed(`HTTP ${response.status}`, [400, 413].includes(response.status));
  }
  const read = answer.safeParse(await response.json().catch(() => null));
  if (read.data?.results.length !== texts.length) throw new ModerationFailed('unreadable answer');
  return read.data.results.map(
    ({ categories }) => selfHarmCategories.find((category) => categories[category]) ?? null,
  );
}
