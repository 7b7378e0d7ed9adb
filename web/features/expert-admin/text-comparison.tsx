import { useMemo } from 'react';
import { ScrollArea } from '#web/components/ui/scroll-area.tsx';
import { diffText, type Piece } from '#web/lib/text-diff.ts';

/** Struck out or underlined, so color is not the only sign. */
export function TextComparison({
  title,
  before,
  after,
}: {
  title: string;
  before: string | null;
  after: string | null;
}) {
  const pieces = useMemo(() => withOffsets(diffText(before ?? '', after ?? '')), [before, after]);
  return (
    <div className="grid grid-cols-1 gap-1">
      <h3 className="font-semibold">{title}</h3>
      {pieces.length === 0 ? (
        <p className="text-muted">None</p>
      ) : (
        <div className="flex max-h-72 flex-col overflow-hidden rounded-control border bg-sunken">
          <ScrollArea label={title} className="whitespace-pre-wrap px-3 py-2 wrap-anywhere">
            {pieces.map(({ offset, ...piece }) => (
              <DiffPiece key={offset} {...piece} />
            ))}
          </ScrollArea>
        </div>
      )}
    </div>
  );
}

function withOffsets(pieces: Piece[]): (Piece & { offset: number })[] {
  let end = 0;
  return pieces.map((piece) => {
    const offset = end;
    end += piece.text.length;
    return { ...piece, offset };
  });
}

function DiffPiece({ kind, text }: Piece) {
  if (kind === 'removed') {
    return <del className="rounded-xs bg-danger-soft text-danger">{text}</del>;
  }
  if (kind === 'added') {
    return <ins className="rounded-xs bg-primary-soft text-primary-soft-foreground">{text}</ins>;
  }
  return text;
}
