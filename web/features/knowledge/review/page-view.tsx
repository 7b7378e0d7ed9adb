import { EyeOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { SourceDetails } from '#shared/api/knowledge.ts';
import { findPassages } from './find-passages.ts';
import type { ReadPage } from './list-pages.ts';

export function PageView({
  page,
  hasNumber,
  words,
}: {
  page: ReadPage;
  hasNumber: boolean;
  /** To mark and to show at once. */
  words: string | null;
}) {
  const { number, pieces, hidden, instructions, emptiness } = page;
  const phrases = instructions.map(({ text }) => text);
  const unplaced = phrases.filter((phrase) => !pieces.some(({ text }) => text.includes(phrase)));
  return (
    <section className="grid grid-cols-1 gap-2.5 [content-visibility:auto] [contain-intrinsic-size:auto_20rem]">
      {hasNumber && <h3 className="font-semibold text-muted text-sm">Page {number}</h3>}
      {emptiness !== null && <p className="text-muted italic">{emptiness}</p>}
      {pieces.map((piece) => (
        <PieceView key={piece.id} piece={piece} words={words} instructions={phrases} />
      ))}
      {unplaced.map((phrase) => (
        <p key={phrase} className="wrap-anywhere">
          <Instruction>{phrase}</Instruction>
        </p>
      ))}
      {hidden.length > 0 && <HiddenText hidden={hidden} />}
    </section>
  );
}

function PieceView({
  piece: { heading, text },
  words,
  instructions,
}: {
  piece: SourceDetails['pieces'][number];
  words: string | null;
  instructions: string[];
}) {
  const passages = findPassages(text, words ? [words, ...instructions] : instructions);
  const parts = passages.map(({ start, end }, index) => ({
    start,
    before: text.slice(passages[index - 1]?.end ?? 0, start),
    found: text.slice(start, end),
  }));
  return (
    <div className="grid gap-1">
      {heading && <h4 className="font-semibold wrap-anywhere">{heading}</h4>}
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {parts.map(({ start, before, found }) => (
          <span key={start}>
            {before}
            {found === words ? (
              <QuotedWords>{found}</QuotedWords>
            ) : (
              <Instruction>{found}</Instruction>
            )}
          </span>
        ))}
        {text.slice(passages.at(-1)?.end ?? 0)}
      </p>
    </div>
  );
}

function QuotedWords({ children }: { children: string }) {
  const mark = useRef<HTMLElement>(null);
  useEffect(() => mark.current?.scrollIntoView({ block: 'center' }), []);
  return (
    <mark ref={mark} className="rounded-[3px] bg-primary-soft text-primary-soft-foreground">
      {children}
    </mark>
  );
}

function Instruction({ children }: { children: string }) {
  return (
    <mark className="rounded-[3px] bg-accent-soft text-accent">
      <span className="sr-only">Reads like an instruction: </span>
      {children}
    </mark>
  );
}

function HiddenText({ hidden }: { hidden: SourceDetails['hidden'] }) {
  return (
    <aside
      aria-label="Hidden text"
      className="grid gap-2 rounded-control border border-danger/40 border-dashed bg-danger-soft px-3.5 py-3"
    >
      <p className="flex gap-2 text-danger text-sm">
        <EyeOff aria-hidden className="mt-0.5 size-4 shrink-0" />A reader would not see this. It is
        never given to a model.
      </p>
      {hidden.map(({ text, why }) => (
        <p key={why + text} className="wrap-anywhere">
          <span dir="auto" className="block whitespace-pre-wrap">
            {text}
          </span>
          <span className="text-danger text-sm">{why}</span>
        </p>
      ))}
    </aside>
  );
}
