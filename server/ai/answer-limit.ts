const maxRead = 2_000;
const limitNames = /max_?(?:completion_|output_|new_)?tokens|maxOutputTokens/i;
const partsOfWindow =
  /context length (?:is|of) (\d+)[\s\S]{0,120}?\b(\d+) (?:in the messages|in your prompt|of text input|input tokens)/i;
/** Of an answer that is worth asking for. */
const minAnswer = 256;

/** Of the limits that an error names: the number of tokens that an answer may have; null if it says none. */
export function findLowerLimit(message: string, maxTokens: number): number | null {
  const read = message.slice(0, maxRead);
  const [, window, prompt] = partsOfWindow.exec(read) ?? [];
  const room = Number(window) - Number(prompt);
  // "From 1 (inclusive) to 65537 (exclusive)".
  const beyond = /\(exclusive\)/i.test(read) ? 1 : 0;
  const named = limitNames.test(read) ? (read.match(/\d+/g) ?? []).map(Number) : [];
  const limits = window ? [room] : named.filter((limit) => limit !== maxTokens);
  const lower = limits
    .map((limit) => limit - beyond)
    .filter((limit) => limit < maxTokens && limit >= minAnswer);
  return lower.length > 0 ? Math.max(...lower) : null;
}
