/** First match wins: Edge and Opera also call themselves Chrome, and Chrome calls itself Safari. */
const browsers: [string, string][] = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
];
const systems: [string, string][] = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Macintosh', 'Mac'],
  ['Linux', 'Linux'],
];

/** `Chrome on Windows`; null for a program that is not a browser. */
export function describeDevice(userAgent: string | undefined): string | null {
  const find = (names: [string, string][]) =>
    names.find(([mark]) => userAgent?.includes(mark))?.[1];
  const browser = find(browsers);
  const system = find(systems);
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? null);
}
