import type { MessageHit } from '#shared/api/search.ts';

export function MarkedText({ text, matches }: { text: string; matches: MessageHit['matches'] }) {
  const parts = matches.map(({ start, end }, index) => ({
    start,
    before: text.slice(matches[index - 1]?.end ?? 0, start),
    found: text.slice(start, end),
  }));
  return (
    <>
      {parts.map(({ start, before, found }) => (
        <span key={start}>
          {before}
          <mark className="rounded-[3px] bg-accent-soft font-semibold text-accent">{found}</mark>
        </span>
      ))}
      {text.slice(matches.at(-1)?.end ?? 0)}
    </>
  );
}
