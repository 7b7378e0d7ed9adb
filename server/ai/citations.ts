import { z } from 'zod';
import type { Source } from '#shared/api/threads.ts';

/** A part of an answer as the AI SDK hands it on; what the vendor says of it is under the vendor's name. */
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

/**
 * The words of an answer without the marks of its citations, and the pages it cites. Models that search
 * the web write `([who.int](https://…))` into their sentences, which costs a text message its segments.
 */
export function readCited(content: readonly Part[]): { text: string; sources: Source[] } {
  const parts = content.filter(({ type }) => type === 'text');
  const cited = parts.map((part) => ({ text: part.text ?? '', citations: citationsOf(part) }));
  const text = cited.map((part) => withoutMarks(part.text, part.citations)).join('');
  const sources = new Map<string, Source>();
  for (const { url, title } of cited.flatMap(({ citations }) => citations)) {
    const address = withoutTracking(url);
    if (!sources.has(address)) sources.set(address, { url: address, title: title?.trim() || null });
  }
  return { text: text.trim(), sources: [...sources.values()] };
}

function citationsOf({ providerMetadata }: Part): Citation[] {
  const annotations = Object.values(providerMetadata ?? {}).flatMap((said) => said.annotations);
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
      // A link that is part of its sentence leaves its words there.
      .replace(new RegExp(link, 'g'), (mark, words, url) => (urls.has(url) ? words : mark))
      .replace(/[ \t]+([.,;:!?])/g, '$1')
      .replace(/[ \t]+$/gm, '')
  );
}

/** Marks like `[1]` say by themselves that they are none of the words: only where the vendor points at them. */
function withoutNumbers(text: string, citations: Citation[]): string {
  const backwards = [...citations].sort((one, other) => other.start_index - one.start_index);
  return backwards.reduce((left, { start_index: start, end_index: end }) => {
    const isMark = numberMark.test(left.slice(start, end));
    return isMark ? left.slice(0, start).trimEnd() + left.slice(end) : left;
  }, text);
}

/** OpenAI adds its own name to the addresses that it cites. */
function withoutTracking(url: string): string {
  return url.replace(/([?&])utm_source=openai(&|(?=#|$))/, (_, before, after) =>
    after === '&' ? before : '',
  );
}
