import fc from 'fast-check';
import { hostileBytes, hostileText, toJson, toText, valueFor } from './hostile.ts';
import type { Operation } from './operations.ts';
import { routeTable } from './route-table.ts';
import type { Scene } from './scene.ts';

const callers = ['visitor', 'user', 'admin'] as const;
export type Caller = (typeof callers)[number];
const aCaller = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Caller>('visitor') },
  { weight: 3, arbitrary: fc.constant<Caller>('user') },
  { weight: 4, arbitrary: fc.constant<Caller>('admin') },
);

type Place = { whose: keyof Scene['things'] } | { text: string };
const aPlace: fc.Arbitrary<Place> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom('user', 'other', 'unknown').map((whose) => ({ whose }) as const),
  },
  { weight: 1, arbitrary: hostileText.map((text) => ({ text })) },
);

const otherTypes = fc.constantFrom('text/plain', 'multipart/form-data; boundary=x', 'x');
const preferUsual = <Value>(usual: fc.Arbitrary<Value>, sometimes: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 15, arbitrary: usual }, { weight: 1, arbitrary: sometimes });

export type ApiRequest = {
  operation: Operation;
  caller: Caller;
  places: [Place, Place];
  query: Record<string, unknown>;
  isQueryTwice: boolean;
  payload: string | Buffer | undefined;
  contentType: string;
};

export function requestTo(operation: Operation, known: string[]): fc.Arbitrary<ApiRequest> {
  const { parameters, body, path } = operation;
  const query = parameters
    .filter((each) => each.in === 'query')
    .map(({ name, schema }) => [name, valueFor(schema, known, name)]);
  const json = body ? valueFor(body.schema, known).map(toJson) : fc.constant(undefined);
  return fc.record({
    operation: fc.constant(operation),
    // An accepted event stream never ends.
    caller: path === '/api/events' ? fc.constant('visitor') : aCaller,
    places: fc.tuple(aPlace, aPlace),
    query: fc.record(Object.fromEntries(query), { requiredKeys: [] }),
    isQueryTwice: preferUsual(fc.constant(false), fc.constant(true)),
    payload: preferUsual<string | Buffer | undefined>(json, hostileBytes),
    contentType: preferUsual(fc.constant(body?.contentType ?? 'application/json'), otherTypes),
  });
}

export function toUrl(request: ApiRequest, things: Scene['things']): string {
  const { operation, places, query, isQueryTwice } = request;
  const kinds = routeTable[operation.call]?.ids ?? {};
  const left = [...places];
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const place = left.shift() ?? places[0];
    const kind = kinds[name] ?? 'thread';
    return escapeText('text' in place ? place.text : things[place.whose][kind]);
  });
  const search = Object.entries(query)
    .map(([name, value]) => `${name}=${escapeText(toText(value))}`)
    .join('&');
  return `${path}?${search}${isQueryTwice ? `&${search}` : ''}`;
}

/** Hashes a password, or decodes a picture in a process of its own. */
export function isCostly({ body }: Operation): boolean {
  const fields = Object.keys(body?.schema.properties ?? {});
  const isUpload = body?.contentType === 'multipart/form-data';
  return isUpload || fields.some((name) => /password/i.test(name));
}

const aPiece = fc.oneof(
  fc.constantFrom('api', 'threads', 'experts', 'webhooks', 'messages', 'docs', '..', '.', ''),
  hostileText.map((text) => escapeText(text.slice(0, 300))),
  fc.constantFrom('%', '%zz', '%c0%ae', ';', '*', '\\', '%2e%2e', 'a'.repeat(300)),
);
export const anAddress: fc.Arbitrary<string> = fc
  .array(aPiece, { maxLength: 6 })
  .map((pieces) => `/api/${pieces.join('/')}`)
  .filter((url) => new URL(url, 'http://localhost').pathname.startsWith('/api/'));
export const aMethod = fc.constantFrom(
  ...(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const),
);

/** An address can't hold half an emoji. */
function escapeText(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
