type Schema = Record<string, unknown>;

export type Verdict = { isAllowed: boolean; reason: string };

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

/** By its constants; else the first that is not null. */
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
  const min = Number(schema.minItems ?? 0);
  return Array.from({ length: min }, () =>
    fill((schema.items ?? {}) as Schema, name, verdict, root),
  );
}

function fillNumber(schema: Schema, type: string): number {
  const min = Number(schema.minimum ?? 0);
  const max = Number(schema.maximum ?? Math.max(min, 1));
  return type === 'integer' ? Math.ceil(min) : Math.min(Math.max(0.9, min), max);
}

function fillText(name: string, verdict: Verdict): string {
  if (/verdict|decision|result|action|status|outcome/i.test(name))
    return verdict.isAllowed ? 'allow' : 'reject';
  return verdict.reason;
}
