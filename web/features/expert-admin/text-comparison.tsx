import { useMemo } from 'react';
import { ScrollArea } from '#web/components/ui/scroll-area.tsx';
import { diffText, type Piece } from '#web/lib/text-diff.ts';

/** What became of a text. Struck out or underlined, so that no color is needed to see it. */
export function TextComparison({
  title,
  before,
  after,
}: {
  title: string;
  before: string | null;
  after: string | null;
}) {
  const pieces = useMemo(() => placed(diffText(before ?? '', after ?? '')), [before, after]);
  return (
    <div className="grid grid-cols-1 gap-1">
      <h3 className="font-semibold">{title}</h3>
      {pieces.length === 0 ? (
        <p className="text-muted">None</p>
      ) : (
        <div className="flex max-h-72 flex-col overflow-hidden rounded-control border bg-sunken">
          <ScrollArea label={title} className="whitespace-pre-wrap px-3 py-2 wrap-anywhere">
            {pieces.map(({ at, ...piece }) => (
              <Stretch key={at} {...piece} />
            ))}
          </ScrollArea>
        </div>
      )}
    </div>
  );
}

/** Each stretch with the place where it begins. */
function placed(pieces: Piece[]): (Piece & { at: number })[] {
  let at = 0;
  return pieces.map((piece) => {
    const place = { ...piece, at };
    at += piece.text.length;
    return place;
  });
}

function Stretch({ kind, text }: Piece) {
  if (kind === 'removed') {
    return <del className="rounded-xs bg-danger-soft text-danger">{text}</del>;
  }
  if (kind === 'added') {
    return <ins className="rounded-xs bg-primary-soft text-primary-soft-foreground">{text}</ins>;
  }
  return text;
}
