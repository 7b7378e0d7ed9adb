import type { Fault } from './check-evidence.ts';

/** A model mends the first ones and, with them, often the rest. */
const maxNamed = 3;
const maxWords = 120;

/** One sentence for the model that is asked again. */
export function sayFault(faults: Fault[]): string {
  const named = [...new Set(faults.map(describeFault))].slice(0, maxNamed);
  return `Your last answer was not sent, because ${named.join(', and ')}: answer again by the rules about pieces, or say that they don't say it and end with \`none\`.`;
}

function describeFault(fault: Fault): string {
  switch (fault.kind) {
    case 'trailer_missing':
      return 'the line [[sources]] was missing at its end';
    case 'trailer_broken':
      return 'what followed [[sources]] was neither lines like `3: "words of piece 3"` nor `none` or `talk`, once';
    case 'number_unknown':
      return `there is no piece ${fault.number}`;
    case 'quote_short':
      return `the quote "${shorten(fault.words)}" of piece ${fault.number} is shorter than 12 characters`;
    case 'quote_absent':
      return `the words "${shorten(fault.words)}" do not stand in piece ${fault.number} letter by letter`;
    case 'figure_unsupported':
      return `"${shorten(fault.said)}" stands neither in your quotes nor in the question`;
    case 'link_foreign':
      return `the link ${shorten(fault.said)} stands in no piece`;
    case 'internal_quoted':
      return `it quotes an internal piece ("${shorten(fault.said)}")`;
    case 'talk_long':
      return 'it is too long for `talk`';
  }
}

/** In one line, without marks that would end the quote. */
function shorten(words: string): string {
  return words
    .replace(/[\s"\u201c\u201d]+/g, ' ')
    .slice(0, maxWords)
    .trim();
}
