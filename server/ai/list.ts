import { z } from 'zod';

const timeoutMs = 5_000;
const entry = z.object({
  /** OpenAI's, Anthropic's and every compatible server's name of it. */
  id: z.string().optional(),
  /** Google's: `models/gemini-…`. */
  name: z.string().optional(),
  supportedGenerationMethods: z.array(z.string()).optional(),
});
const page = z.object({ data: z.array(entry).optional(), models: z.array(entry).optional() });

/** Models that vendors list beside those that answer a text with a text. */
const others =
  /embed|whisper|tts|speech|dall-e|image|imagen|moderation|audio|realtime|transcri|sora|veo/i;

/** The names of a vendor's models, as it lists them for a key. */
export async function fetchNames(
  call: typeof fetch,
  url: string,
  headers: Record<string, string>,
): Promise<string[]> {
  // A key must not follow to wherever else an answer may lead.
  const init = { headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) } as const;
  const response = await call(url, init);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const { data, models } = page.parse(await response.json());
  return (data ?? models ?? [])
    .filter(({ supportedGenerationMethods: can }) => !can || can.includes('generateContent'))
    .flatMap(({ id, name }) => id ?? name?.replace(/^models\//, '') ?? [])
    .filter((name) => !others.test(name));
}
