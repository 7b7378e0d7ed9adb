/** A role, a database and a server may have others: statements and parsers are written for these. */
const settings = [
  { text: 'search_path = public', found: 'current_schema()', isRight: /^public$/ },
  { text: 'DateStyle = ISO', found: "current_setting('DateStyle')", isRight: /^ISO\b/ },
  {
    text: "default_transaction_isolation = 'read committed'",
    found: "current_setting('default_transaction_isolation')",
    isRight: /^read committed$/,
  },
];

export const setForSession = settings.map(({ text }) => `set ${text}`).join('; ');

/** As an array of texts. */
export const readOfSession = `array[${settings.map(({ found }) => found).join(', ')}]::text[]`;

/** @returns the settings that are missing. */
export function listWrong(values: (string | null)[]): string[] {
  return settings
    .filter(({ isRight }, order) => !isRight.test(values[order] ?? ''))
    .map(({ text }) => text);
}
