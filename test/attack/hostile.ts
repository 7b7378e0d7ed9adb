import fc from 'fast-check';
import { aPhone } from '../factories.ts';
import type { Schema } from './operations.ts';

const deep = (open: string, close: string, depth: number) =>
  JSON.parse(open.repeat(depth) + close.repeat(depth));

/** Each has broken a server somewhere. */
const hostileTexts = [
  '',
  ' ',
  '\0',
  'NUL\0inside',
  '\ud83d',
  '\ude00\ud83d',
  '\uffff\ufffe',
  '\u202eright to left',
  'Z\u0351\u036b\u0343'.repeat(300),
  '💥'.repeat(2_000),
  'x'.repeat(60_000),
  'x'.repeat(120_000),
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-1',
  '1e999',
  '9'.repeat(400),
  '2026-02-30',
  '2099-12-31',
  '../../../etc/passwd',
  '..%2f..%2f',
  '%00',
  '%',
  '%ff',
  "'; drop table users; --",
  '{{7*7}}',
  '<script>alert(1)</script>',
  'a\r\nset-cookie: x=1',
  'http://169.254.169.254/latest/meta-data',
  'javascript:alert(1)',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '(a+)+$'.repeat(50),
];

const hostileOthers: unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  [],
  [[]],
  {},
  [null],
  { length: 1e9 },
  JSON.parse('{"toString": "x", "valueOf": null, "then": "x"}'),
  JSON.parse('{"__proto__": {"role": "ADMIN"}, "constructor": {"prototype": {"role": "ADMIN"}}}'),
  deep('[', ']', 200),
  deep('[', ']', 1_000),
  Array.from({ length: 3_000 }, () => 'x'),
  Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`k${index}`, index])),
];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)), maxLength: 10 }),
);
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(...hostileOthers),
  fc.jsonValue({ maxDepth: 3 }),
);
/** Not even JSON. */
export const hostileBytes: fc.Arbitrary<Buffer> = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom(
      '',
      '{',
      '[',
      '"',
      '{}',
      '[]',
      'null',
      '"x"',
      '1e999',
      '{"a":1,"a":2}',
      '\ufeff{}',
    )
    .map((text) => Buffer.from(text)),
  fc.constantFrom('[', '{"a":').map((open) => Buffer.from(open.repeat(20_000))),
  fc.constantFrom(Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3]), Buffer.alloc(300_000, 'x')),
);

/** Values that get past the first checks, by field name. */
const fitting: Record<string, fc.Arbitrary<unknown>> = {
  phoneNumber: fc.oneof(fc.constant(null), fc.nat().map(aPhone), fc.constant('+1900')),
  password: fc.constant('Kestrel-7-harbor'),
  newPassword: fc.constant('Kestrel-7-tunnel'),
  currentPassword: fc.constantFrom('Kestrel-7-harbor', 'Wrong-1-password'),
  timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York'),
  customDomain: fc.constantFrom('', null, 'chat.example.com'),
  baseUrl: fc.constantFrom('', null, 'https://ai.example.com/v1', 'http://127.0.0.1:1/v1'),
  from: fc.constant('2026-11-01'),
  to: fc.constant('2026-11-21'),
  cursor: fc.constantFrom('MTI', 'bm9uZQ', 'MjAyNi0xMS0wMVQwMDowMDowMFogMTI'),
};

/** Mostly what the schema allows. `known`: ids that exist. */
export function valueFor(schema: Schema, known: string[], name = ''): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 20, arbitrary: fitting[name] ?? validFor(schema, known, name) },
    { weight: 1, arbitrary: hostileValue },
  );
}

function validFor(schema: Schema, known: string[], name: string): fc.Arbitrary<unknown> {
  const alternatives = schema.anyOf ?? listTypes(schema).map((type) => ({ ...schema, type }));
  if (alternatives.length > 1) {
    return fc.oneof(...alternatives.map((each) => validFor(each, known, name)));
  }
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const { minimum: min = -1000, maximum: max = 1000 } = schema;
  switch (schema.type) {
    case 'object':
      return objectFor(schema, known);
    case 'array':
      return fc.array(valueFor(schema.items ?? {}, known), { maxLength: 4 });
    case 'integer':
      return fc.integer({ min, max });
    case 'number':
      return fc.double({ min, max, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return textFor(schema, known, name);
    default:
      return hostileValue;
  }
}

function listTypes({ type }: Schema): string[] {
  return Array.isArray(type) ? type : [type ?? 'any'];
}

function textFor(schema: Schema, known: string[], name: string): fc.Arbitrary<string> {
  if (schema.format === 'uuid' || name.endsWith('Id')) {
    return fc.oneof(fc.constantFrom(...known), fc.uuid());
  }
  if (schema.format === 'email') return fc.emailAddress();
  const { minLength = 0, maxLength = 200 } = schema;
  const most = Math.min(maxLength, minLength + 40);
  const text = fc.string({ unit: 'grapheme', minLength, maxLength: most });
  // fast-check can't read every expression.
  const isReadable = schema.pattern && !schema.pattern.includes('(?!');
  return isReadable ? fc.stringMatching(new RegExp(schema.pattern ?? '')) : text;
}

function objectFor({ properties = {}, required }: Schema, known: string[]): fc.Arbitrary<object> {
  const fields = Object.entries(properties).map(
    ([name, schema]) => [name, valueFor(schema, known, name)] as const,
  );
  const foreign = fc.constantFrom('__proto__', 'constructor', 'role', 'id', 'userId', '');
  return fc
    .tuple(
      fc.record(Object.fromEntries(fields), { requiredKeys: required ?? [] }),
      fc.option(fc.tuple(foreign, hostileValue), { freq: 10 }),
    )
    .map(([object, more]) => {
      // As an own property, also for __proto__: JSON.stringify writes it.
      if (more) Object.defineProperty(object, more[0], { value: more[1], enumerable: true });
      return object;
    });
}

export type Change = { place: number; how: 'replace' | 'remove' | 'append'; value: unknown };
export const someChanges: fc.Arbitrary<Change[]> = fc.array(
  fc.record({
    place: fc.nat(),
    how: fc.constantFrom('replace', 'replace', 'remove', 'append'),
    value: hostileValue,
  } as const),
  { minLength: 1, maxLength: 3 },
);

/** Returns a copy. */
export function applyChanges<Payload extends object>(payload: Payload, changes: Change[]): Payload {
  const copy = structuredClone(payload);
  for (const { place, how, value } of changes) {
    const places = listPlaces(copy);
    const [holder, name] = places[place % places.length] ?? [];
    if (!holder || name === undefined) continue;
    const old = Reflect.get(holder, name);
    if (how === 'remove') Reflect.deleteProperty(holder, name);
    else if (how === 'append') Reflect.set(holder, name, toText(old) + toText(value));
    // A later change may be inside it.
    else Reflect.set(holder, name, structuredClone(value));
  }
  return copy;
}

function listPlaces(part: unknown, depth = 0): [holder: object, name: string][] {
  if (part === null || typeof part !== 'object' || depth > 12) return [];
  return Object.entries(part)
    .slice(0, 50)
    .flatMap(([name, inner]) => [[part, name], ...listPlaces(inner, depth + 1)]);
}

export function toJson(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}

export function toText(value: unknown): string {
  return typeof value === 'string' ? value : toJson(value);
}
