import { z } from 'zod';
import type { Source } from '#shared/api/threads.ts';

/** Vendors put citations under their own name in `providerMetadata`. */
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

/** Models that search the web write `([who.int](https://…))` into sentences, which costs segments in a text message. */
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

const link = String.raw`\[([^\]\n]*)\]\((https?:[^)\s]+)[^)\n]*\)`;
const linksInBrackets = new RegExp(String.raw`\s*\(\s*${link}(?:\s*[,;]?\s*${link})*\s*\)`, 'g');
const hostAfterSentence =
  /(?<=[.!?…])\s*\[(?:www\.)?[\w-]+(?:\.[\w-]+)+\]\((https?:[^)\s]+)[^)\n]*\)/g;
const numberMark = /^\s*(\[\d+\]|【[^】]*】)$/;

function withoutMarks(text: string, citations: Citation[]): string {
  if (citations.length === 0) return text;
  const urls = new Set(citations.map(({ url }) => url));
  const isCited = (mark: string) =>
    [...mark.matchAll(new RegExp(link, 'g'))].every(([, , url]) => urls.has(url ?? ''));
  const dropCited = (mark: string) => (isCited(mark) ? '' : mark);
  return (
    withoutNumbers(text, citations)
      .replace(linksInBrackets, dropCited)
      .replace(hostAfterSentence, dropCited)
      // A link inside a sentence leaves its label there.
      .replace(new RegExp(link, 'g'), (mark, label, url) => (urls.has(url) ? label : mark))
      .replace(/[ \t]+([.,;:!?])/g, '$1')
      .replace(/[ \t]+$/gm, '')
  );
}

/** Only where the vendor's citation points at marks like `[1]`. */
function withoutNumbers(text: string, citations: Citation[]): string {
  const backwards = [...citations].sort((one, other) => other.start_index - one.start_index);
  return backwards.reduce((rest, { start_index: start, end_index: end }) => {
    const isMark = numberMark.test(rest.slice(start, end));
    return isMark ? rest.slice(0, start).trimEnd() + rest.slice(end) : rest;
  }, text);
}

/** OpenAI adds `utm_source=openai` to the addresses that it cites. */
function withoutTracking(url: string): string {
  return url.replace(/([?&])utm_source=openai(&|(?=#|$))/, (_, before, after) =>
    after === '&' ? before : '',
  );
}
