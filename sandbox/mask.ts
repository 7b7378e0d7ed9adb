/** Longest body kept for the drawer; the rest of a long prompt teaches nothing more. */
const shownBodyLength = 20_000;

const secretHeader = /^(authorization|api-key|x-api-key|cookie|set-cookie)$/i;
const signatureHeader = /signature/i;
const secretName = /(token|secret|password|api_?key)$/i;

/** Header values for the screen: secrets gone, signatures shortened so that two can still be told apart. */
export function maskHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, maskHeader(name, value)]),
  );
}

function maskHeader(name: string, value: string): string {
  if (signatureHeader.test(name)) return `${value.slice(0, 6)}…`;
  if (!secretHeader.test(name)) return value;
  const [scheme, rest] = value.split(' ', 2);
  return rest ? `${scheme} ••••••` : '••••••';
}

export function maskUrl(url: string): string {
  return url
    .replace(/\/\/[^/@]*@/, '//••••••@')
    .replace(/([?&][\w-]*(?:token|secret|key)=)[^&#]*/gi, '$1••••••');
}

/** JSON is laid out for reading; anything else stays as it was on the wire. */
export function maskBody(body: string): string {
  const text = layOut(body);
  return text.length > shownBodyLength ? `${text.slice(0, shownBodyLength)}…` : text;
}

function layOut(body: string): string {
  if (!/^\s*[[{]/.test(body)) return body;
  try {
    return JSON.stringify(JSON.parse(body), maskValue, 2);
  } catch {
    return body;
  }
}

function maskValue(name: string, value: unknown): unknown {
  return typeof value === 'string' && secretName.test(name) ? '••••••' : value;
}
