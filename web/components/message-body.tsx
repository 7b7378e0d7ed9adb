import { dropEnd } from '#shared/texts.ts';
import { cn } from '#web/lib/cn.ts';

const emojiOnly = /^\s*(?:\p{RGI_Emoji}\s*){1,3}$/v;

export function isEmojiOnly(body: string): boolean {
  return emojiOnly.test(body);
}

const link = /\bhttps?:\/\/[^\s<>"]+/gi;

const punctuation = /[.,;:!?'"’”]/;

/** Drops punctuation after an address, but keeps a bracket that closes one inside. */
function trimAddress(address: string): string {
  let unopened = address.split(')').length - address.split('(').length;
  let end = dropEnd(address, punctuation);
  while (unopened > 0 && end.endsWith(')')) {
    end = dropEnd(end.slice(0, -1), punctuation);
    unopened--;
  }
  return end;
}

type Piece = { start: number; text: string; href: string | null };

export function splitLinks(body: string): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const match of body.matchAll(link)) {
    const address = trimAddress(match[0]);
    if (!URL.canParse(address)) continue;
    if (match.index > done) {
      pieces.push({ start: done, text: body.slice(done, match.index), href: null });
    }
    pieces.push({ start: match.index, text: address, href: address });
    done = match.index + address.length;
  }
  if (done < body.length) pieces.push({ start: done, text: body.slice(done), href: null });
  return pieces;
}

/** Only web addresses become links. */
export function MessageBody({ body }: { body: string }) {
  return (
    <span
      dir="auto"
      className={cn('block whitespace-pre-wrap wrap-anywhere', isEmojiOnly(body) && 'text-3xl')}
    >
      {splitLinks(body).map(({ start, text, href }) =>
        href ? (
          <a
            key={start}
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            className="rounded-xs underline underline-offset-2 outline-current"
          >
            {text}
          </a>
        ) : (
          text
        ),
      )}
    </span>
  );
}
