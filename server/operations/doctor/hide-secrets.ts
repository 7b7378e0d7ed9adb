type Source = Record<string, string | undefined>;

/** Shorter ones are words that texts may hold by chance. */
const minLength = 6;

/** No check quotes a secret. If one ever does, in an error that it passes on, this takes it out. */
export function createHider(source: Source): (text: string) => string {
  const secrets = Object.entries(source).flatMap(([name, value]) => listSecrets(name, value));
  const long = [...new Set(secrets)].filter(({ length }) => length >= minLength);
  return (text) => long.reduce((shown, secret) => shown.replaceAll(secret, '(hidden)'), text);
}

function listSecrets(name: string, value = ''): string[] {
  if (/KEY|SECRET|TOKEN|PASS/.test(name)) return [value.trim()];
  const url = URL.parse(value);
  if (!url?.password) return [];
  return [url.password, decode(url.password)];
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
