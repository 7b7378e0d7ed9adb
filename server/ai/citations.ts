import { z } from 'zod';
import type { Source } from '#shared/api/messages.ts';
import { trimLineEnds } from '#shared/texts.ts';
import { withoutLinks } from './cited-links.ts';

/** Citations in `providerMetadata` are under the vendor's name. */
type Part = {
  type: string;
  text?: string;
  providerMetadata?: Record<string, Record<string, unknown>> | undefined;
};

const citation = z.object({
  type: z.literal('url_citation'),
  url: z.url({ protocol: /^https?$/ }),
  title: z.string().nullish(),
  start_index: z.number(),
  end_index: z.number(),
});
type Citation = z.infer<typeof citation>;

export function readCitations(content: readonly Part[]): { text: string; sources: Source[] } {
  const parts = content.filter(({ type }) => type === 'text');
  const cited = parts.map((part) => ({ text: part.text ?? '', citations: parseCitations(part) }));
  const text = cited.map((part) => withoutMarks(part.text, part.citations)).join('');
  const sources = new Map<string, Source>();
  for (const { url, title } of cited.flatMap(({ citations }) => citations)) {
    const address = withoutTracking(url);
    if (!sources.has(address)) sources.set(address, { url: address, title: title?.trim() || null });
  }
  return { text: text.trim(), sources: [...sources.values()] };
}

function parseCitations({ providerMetadata }: Part): Citation[] {
  const annotations = Object.values(providerMetadata ?? {}).flatMap((vendor) => vendor.annotations);
  return annotations.flat().flatMap((each) => {
    const { success, data } = citation.safeParse(each);
    return success ? [data] : [];
  });
}

/** Models write `([who.int](https://…))` into sentences, which costs segments. */
function withoutMarks(text: string, citations: Citation[]): string {
  if (citations.length === 0) return text;
  const bare = withoutLinks(
    withoutNumbers(text, citations),
    citations.map(({ url }) => url),
  );
  return trimLineEnds(bare.replace(/[ \t]+([.,;:!?])?/g, (space, mark) => mark ?? space));
}

const numberMark = /^\s*(\[\d+\]|【[^】]*】)$/;
/** A longer range is a cited sentence. */
const maxMarkLength = 200;

/** Marks like `[1]` that a vendor's citation points at. */
function withoutNumbers(text: string, citations: Citation[]): string {
  const inOrder = [...citations].sort((one, other) => one.start_index - other.start_index);
  let result = '';
  let done = 0;
  for (const { start_index: start, end_index: end } of inOrder) {
    const isShort = start >= done && end - start <= maxMarkLength;
    if (!isShort || !numberMark.test(text.slice(start, end))) continue;
    result += text.slice(done, start).trimEnd();
    done = end;
  }
  return result + text.slice(done);
}

function withoutTracking(url: string): string {
  return url.replace(/([?&])utm_source=openai(&|(?=#|$))/, (_, before, after) =>
    after === '&' ? before : '',
  );
}
