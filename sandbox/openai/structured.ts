type Schema = Record<string, unknown>;

/** What a structured answer has to say: the verdict on a text and why. */
export type Verdict = { isAllowed: boolean; reason: string };

/** JSON that fits the schema and carries the verdict wherever a property's name or choices have room for it. */
export function fillSchema(schema: Schema, verdict: Verdict): string {
  const root = Object.keys(schema).length > 0 ? schema : defaultSchema;
  return JSON.stringify(fill(root, '', verdict, root));
}

const defaultSchema: Schema = {
  type: 'object',
  properties: { allowed: { type: 'boolean' }, reason: { type: 'string' } },
};

function fill(schema: Schema, name: string, verdict: Verdict, root: Schema): unknown {
  const actual = resolve(schema, root);
  if ('const' in actual) return actual.const;
  if (Array.isArray(actual.enum)) return choose(actual.enum, verdict);
  const options = actual.anyOf ?? actual.oneOf;
  if (Array.isArray(options)) return fill(pickOption(options, verdict), name, verdict, root);
  const type = [actual.type].flat().find((each) => each !== 'null');
  if (type === 'object' || actual.properties) return fillObject(actual, verdict, root);
  if (type === 'array') return fillArray(actual, name, verdict, root);
  if (type === 'boolean') return isAboutRejecting(name) ? !verdict.isAllowed : verdict.isAllowed;
  if (type === 'number' || type === 'integer') return fillNumber(actual, type);
  return type === 'string' ? fillText(name, verdict) : null;
}

function resolve(schema: Schema, root: Schema): Schema {
  const reference = schema.$ref;
  if (typeof reference !== 'string') return schema;
  let found: unknown = root;
  for (const step of reference.replace(/^#\/?/, '').split('/').filter(Boolean)) {
    found = (found as Schema | undefined)?.[step];
  }
  return (found as Schema | undefined) ?? {};
}

const rejecting = /reject|refus|block|den(y|ied)|flag|violat|harm|unsafe|invalid|disallow/i;
const allowing = /allow|accept|approv|pass|valid|safe|ok|yes|true/i;

function isAboutRejecting(name: string): boolean {
  return rejecting.test(name);
}

function choose(choices: unknown[], verdict: Verdict): unknown {
  const words = choices.map(String);
  const rejected = words.findIndex((word) => rejecting.test(word));
  const allowed = words.findIndex(
    (word, at) => at !== rejected && allowing.test(word) && !rejecting.test(word),
  );
  if (verdict.isAllowed) return choices[Math.max(allowed, 0)];
  return choices[rejected === -1 ? choices.length - 1 : rejected];
}

/** Of several shapes, the one whose fixed words fit the verdict; else the first that is not null. */
function pickOption(options: Schema[], verdict: Verdict): Schema {
  const fits = options.find((option) => {
    const fixed = JSON.stringify(option).match(/"const":"([^"]+)"/)?.[1] ?? '';
    return verdict.isAllowed
      ? allowing.test(fixed) && !rejecting.test(fixed)
      : rejecting.test(fixed);
  });
  return fits ?? options.find((option) => option.type !== 'null') ?? {};
}

function fillObject(schema: Schema, verdict: Verdict, root: Schema): object {
  const properties = (schema.properties ?? {}) as Record<string, Schema>;
  return Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [name, fill(each, name, verdict, root)]),
  );
}

function fillArray(schema: Schema, name: string, verdict: Verdict, root: Schema): unknown[] {
  const least = Number(schema.minItems ?? 0);
  return Array.from({ length: least }, () =>
    fill((schema.items ?? {}) as Schema, name, verdict, root),
  );
}

function fillNumber(schema: Schema, type: string): number {
  const least = Number(schema.minimum ?? 0);
  const most = Number(schema.maximum ?? Math.max(least, 1));
  return type === 'integer' ? Math.ceil(least) : Math.min(Math.max(0.9, least), most);
}

function fillText(name: string, verdict: Verdict): string {
  if (/verdict|decision|result|action|status|outcome/i.test(name))
    return verdict.isAllowed ? 'allow' : 'reject';
  return verdict.reason;
}
