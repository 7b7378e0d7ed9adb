const charactersPerToken = 4;
/** Scripts in which a character is about a token. */
const dense =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu;

/** Roughly: pieces only have to be of similar size. */
export function estimateTokens(text: string): number {
  const denseCount = text.match(dense)?.length ?? 0;
  return Math.ceil((text.length - denseCount) / charactersPerToken + denseCount);
}
