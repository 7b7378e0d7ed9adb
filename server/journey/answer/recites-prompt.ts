/** A shorter prompt is an ordinary sentence. */
const minPromptLength = 40;

/** In any case and punctuation. A part of the prompt may be meant to be said. */
export function recitesPrompt(text: string, prompt: string): boolean {
  const words = listWords(prompt);
  return words.length >= minPromptLength && listWords(text).includes(words);
}

function listWords(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
}
