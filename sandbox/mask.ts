/** Longer bodies are mostly prompt. */
const shownBodyLength = 20_000;

const secretHeader = /^(authorization|api-key|x-api-key|cookie|set-cookie)$/i;
const signatureHeader = /signature/i;
const secretName = /(token|secret|password|api_?key)$/i;

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

export function maskBody(body: string): string {
  const text = prettyPrint(body);
  return text.length > shownBodyLength ? `${text.slice(0, shownBodyLength)}…` : text;
}

function prettyPrint(body: string): string {
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
