/** As the system prompt asks for it. */
const marker = '\n[[sources]]\n';

export type Trailer = 'none' | 'talk' | { number: number; said: string };

export function addTrailer(text: string, trailer: Trailer): string {
  const line = typeof trailer === 'string' ? trailer : `${trailer.number}: "${trailer.said}"`;
  return `${text}${marker}${line}`;
}

/** Writes more words before the trailer, which stays the end of the answer. */
export function insertBeforeTrailer(answer: string, words: string): string {
  const at = answer.lastIndexOf(marker);
  return at === -1 ? answer + words : answer.slice(0, at) + words + answer.slice(at);
}
