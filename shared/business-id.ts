/** Without the `urn:biz:` that Apple shows and people paste. */
export function parseBusinessId(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^urn:biz:/, '');
}
