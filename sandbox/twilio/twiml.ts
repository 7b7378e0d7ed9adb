import type { WebhookAnswer } from './deliver-webhook.ts';

export type TwimlReading = {
  replies: string[];
  /** As in Twilio's debugger. */
  problem: string | null;
};

/** TwiML is executed, plain text is sent, anything else is a warning. */
export function readAnswer(answer: WebhookAnswer | null): TwimlReading {
  if (!answer) return warn('11200: HTTP retrieval failure');
  if (answer.status >= 400) return warn(`11200: HTTP retrieval failure (${answer.status})`);
  if (Buffer.byteLength(answer.body) >= 64 * 1024)
    return warn('11750: TwiML response body too large');
  if (answer.body.trim() === '') return { replies: [], problem: null };
  const type = (answer.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type === 'text/plain') return { replies: [answer.body], problem: null };
  if (type !== 'text/xml' && type !== 'application/xml') return warn('12300: Invalid Content-Type');
  return readTwiml(answer.body);
}

function warn(problem: string): TwimlReading {
  return { replies: [], problem };
}

function readTwiml(xml: string): TwimlReading {
  const root =
    /^\s*(?:<\?xml[^>]*\?>\s*)?<Response(?:\s[^>]*)?(?:\/>|>([\s\S]*)<\/Response>)\s*$/.exec(xml);
  if (!root) return warn('12100: Document parse failure');
  const messages = (root[1] ?? '').matchAll(/<Message(?:\s[^>]*)?>([\s\S]*?)<\/Message>/g);
  const replies = [...messages].map((message) => readBody(message[1] ?? '')).filter(Boolean);
  return { replies, problem: null };
}

function readBody(inside: string): string {
  const body =
    /<Body(?:\s[^>]*)?>([\s\S]*?)<\/Body>/.exec(inside)?.[1] ?? inside.replace(/<[^>]*>/g, '');
  return decodeEntities(body).trim();
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  return text.replace(/&(#x[\da-f]+|#\d+|\w+);/gi, (whole, name: string) => {
    if (name.startsWith('#x')) return String.fromCodePoint(Number.parseInt(name.slice(2), 16));
    if (name.startsWith('#')) return String.fromCodePoint(Number(name.slice(1)));
    return entities[name] ?? whole;
  });
}
