/** OpenAI's cookbook: "OpenAI harmony response format". */
const token = /<[|｜](start|end|message|channel|constrain|return|call)[|｜]>/g;

type Part = { channel: string; body: string; endedBy: string };

/** Keeps what gpt-oss says in its channel `final`, in the marks of its own format. */
export function keepFinalChannel(text: string): string {
  if (!/<[|｜](?:channel|message|start)[|｜]>/.test(text)) return keepAfterBareMark(text);
  const parts = listParts(text);
  const final = parts.filter(({ channel }) => channel === 'final');
  if (final.length > 0) return final.map(({ body }) => body).join('\n');
  // Words before any mark are an answer only if nothing begins after them.
  return parts
    .filter(({ channel, endedBy }) => channel === '' && endedBy === 'return')
    .map(({ body }) => body)
    .join('\n');
}

function listParts(text: string): Part[] {
  const parts: Part[] = [];
  let [at, channel, isHeader] = [0, '', false];
  for (const { 0: mark, 1: name = 'return', index } of [...text.matchAll(token), atEnd(text)]) {
    const words = text.slice(at, index).trim();
    if (name === 'constrain') continue;
    if (name === 'message') {
      // A template may have written the first mark of the header.
      if (isHeader || at === 0) channel = firstWord(words);
    } else if (!isHeader && words !== '') parts.push({ channel, body: words, endedBy: name });
    isHeader = name === 'channel' || name === 'start';
    if (name !== 'message') channel = '';
    at = index + mark.length;
  }
  return parts;
}

const atEnd = (text: string) => ({ 0: '', 1: 'return', index: text.length });

/** The role is no channel. */
function firstWord(words: string): string {
  const word = /^[a-z]*/.exec(words)?.[0] ?? '';
  return word === 'assistant' ? '' : word;
}

const bareEnd = /assistant\s{0,2}final(?![a-z])|\bassistant\n+final\n/g;
const bareStart =
  /^\s*(?:assistant)?(?:analysis|commentary)(?=[A-Z][\w'\u2019]{0,20} \w|["'\u201c(\d]|\s*\n)/;

/** `analysisWe need to add.assistantfinalFour.`: a server has cut the marks off and left their words. */
function keepAfterBareMark(text: string): string {
  const last = [...text.matchAll(bareEnd)].at(-1);
  if (last) return text.slice(last.index + last[0].length);
  return bareStart.test(text) ? '' : text;
}
