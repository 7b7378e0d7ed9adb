/** A shorter prompt is an ordinary sentence. */
const shortestPrompt = 40;

/** Whether the text contains the whole prompt, in any case and punctuation. A part of it may be meant to be said. */
export function recitesPrompt(text: string, prompt: string): boolean {
  const words = listWords(prompt);
  return words.length >= shortestPrompt && listWords(text).includes(words);
}

function listWords(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
}
