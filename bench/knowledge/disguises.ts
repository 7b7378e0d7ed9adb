/** How models and documents write the same words: the first of a pair changes the quote, the second the document. */
const same = (text: string) => text;

export const disguises: Record<
  string,
  [quote: (text: string) => string, piece: (text: string) => string]
> = {
  'capital letters': [(text) => text.toUpperCase(), same],
  'curly marks': [
    (text) => text.replaceAll("'", '\u2019').replace(/"([^"]*)"/g, '\u201c$1\u201d'),
    same,
  ],
  'long dashes': [(text) => text.replaceAll(' - ', ' \u2014 ').replaceAll('-', '\u2011'), same],
  'spaces and line ends': [
    (text) =>
      text
        .split(' ')
        .map((word, at) => word + (at % 3 ? '\n   ' : '  '))
        .join('')
        .trim(),
    same,
  ],
  'hard spaces': [(text) => text.replaceAll(' ', '\u00a0'), same],
  'invisible characters': [
    same,
    (text) => text.replace(/([a-z]{3})([a-z]{3})/g, '$1\u00ad$2\u200b'),
  ],
  ligatures: [same, (text) => text.replaceAll('fi', '\ufb01').replaceAll('fl', '\ufb02')],
  'accents apart': [(text) => text.normalize('NFD'), same],
  'words divided at line ends': [
    same,
    (text) => text.replace(/ ([a-z]{4})([a-z]{4})/g, ' $1-\n$2'),
  ],
  'Markdown and a dropped full stop': [
    (text) => text.replace(/ (\w+) /, ' **$1** ').replace(/[.]$/, ''),
    same,
  ],
};
