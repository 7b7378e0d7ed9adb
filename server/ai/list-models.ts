import { z } from 'zod';

const timeoutMs = 5_000;
const entry = z.object({
  /** OpenAI, Anthropic, compatible servers. */
  id: z.string().optional(),
  /** Google: `models/gemini-…`. */
  name: z.string().optional(),
  supportedGenerationMethods: z.array(z.string()).optional(),
});
const page = z.object({ data: z.array(entry).optional(), models: z.array(entry).optional() });

/** Our own message, never the vendor's. */
export class ListRefused extends Error {
  override name = 'ListRefused';
  constructor(status: number) {
    super(`HTTP ${status}`);
  }
}

/** They don't answer text with text. */
const otherModels =
  /embed|whisper|tts|speech|dall-e|image|imagen|moderation|audio|realtime|transcri|sora|veo/i;

export async function fetchModelNames(
  call: typeof fetch,
  url: string,
  headers: Record<string, string>,
): Promise<string[]> {
  const response = await call(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new ListRefused(response.status);
  const { data, models } = page.parse(await response.json());
  return (data ?? models ?? [])
    .filter(({ supportedGenerationMethods: can }) => !can || can.includes('generateContent'))
    .flatMap(({ id, name }) => id ?? name?.replace(/^models\//, '') ?? [])
    .filter((name) => !otherModels.test(name));
}
