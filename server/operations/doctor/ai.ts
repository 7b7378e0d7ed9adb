import { type Secrets, SecretUnreadable } from '#server/access/secrets/secrets.ts';
import { modelFor } from '#server/ai/index.ts';
import { ListRefused } from '#server/ai/list-models.ts';
import { ModelError, type ModelSettings, modelFailures } from '#server/ai/model.ts';
import type { Config } from '#server/config.ts';
import type { ProviderRow } from '#server/db/schema.ts';
import { listProviders, toCallable } from '#server/experts/providers/store.ts';
import { findCallRefused } from '#server/outside/outgoing/call-refused.ts';
import { broken, ok, warn } from '#server/outside/outgoing/trouble.ts';
import { currentModels, findRetirement } from '#shared/ai-models.ts';
import { aiProviderNames, baseUrlSetting, modelOf } from '#shared/ai-providers.ts';
import type { Finding } from '#shared/api/doctor.ts';
import { dayMs } from '#shared/time.ts';
import { type Check, type ReadyPatient, withTables } from './check.ts';

const soonDays = 90;
/** Below the deadline of a check. */
const timeoutMs = 6_000;

export const aiChecks: Check[] = [
  { group: 'AI', name: 'Provider keys', run: withTables(checkKeys) },
  { group: 'AI', name: 'Models', run: withTables(checkRetirements) },
];

const listActive = async ({ db }: ReadyPatient) =>
  (await listProviders(db)).filter(({ isActive }) => isActive);

async function checkKeys(patient: ReadyPatient): Promise<Finding[]> {
  const active = await listActive(patient);
  if (active.length === 0) {
    const fix = 'Add an AI provider with its key under AI Providers.';
    return [warn('No AI provider is active, so no text is answered.', fix)];
  }
  const secrets = await patient.loadSecrets().catch((error) => {
    if (error instanceof SecretUnreadable) return null;
    throw error;
  });
  if (!secrets) return []; // the check of the secret key says so
  return Promise.all(active.map((provider) => checkKey(provider, secrets, patient)));
}

async function checkKey(
  provider: ProviderRow,
  secrets: Secrets,
  { config, fetch }: ReadyPatient,
): Promise<Finding> {
  const { key, displayName } = provider;
  const place = 'under AI Providers';
  try {
    const { settings } = toCallable(provider, secrets);
    const answers = await askVendor(
      key,
      { ...settings, defaultBaseUrl: config.aiBaseUrls[key] },
      fetch,
    );
    const isSandboxed = config.sandbox.ai.includes(key) && !settings.baseUrl;
    if (isSandboxed) return ok('The sandbox answers.', displayName);
    if (answers === null || answers.includes(settings.model))
      return ok('It accepts our key.', displayName);
    const why = `It accepts our key, but does not list the model ${settings.model}.`;
    return warn(
      why,
      `Press Test connection ${place}, and choose another model if it fails.`,
      displayName,
    );
  } catch (error) {
    const isStandIn = config.sandbox.ai.includes(key) && !provider.config.baseUrl;
    const isUnreached = error instanceof TypeError && !findCallRefused(error);
    if (isStandIn && isUnreached)
      return ok('A stand-in serves it, while Sagewire runs.', displayName);
    return explain(error as Error, provider, { place, base: nameBase(provider, config) });
  }
}

/** @returns the names of its models; null where it can't list them, or lists none. */
async function askVendor(
  key: ProviderRow['key'],
  settings: ModelSettings,
  call: typeof fetch,
): Promise<string[] | null> {
  const model = modelFor(key, call);
  if (model.listModels) {
    const names = await model.listModels(settings);
    return names.length > 0 ? names : null;
  }
  const messages = [{ role: 'user' as const, content: 'Answer with the word OK.' }];
  await model.reply({ instructions: 'This tests the connection.', messages, settings, timeoutMs });
  return null;
}

/** A provider without an address of its own is called at that of the settings. */
function nameBase({ key, displayName, config: own }: ProviderRow, config: Config): string {
  const isOfSettings = !own.baseUrl && config.aiBaseUrls[key] !== undefined;
  return isOfSettings ? baseUrlSetting(key) : `the base URL of ${displayName} under AI Providers`;
}

function explain(
  error: Error,
  { key, displayName }: ProviderRow,
  { place, base }: { place: string; base: string },
): Finding {
  const name = aiProviderNames[key];
  const address = `Correct ${base}; it ends with the API version, such as /v1.`;
  if (error instanceof SecretUnreadable) {
    const why = 'Its key was sealed with another SECRET_KEY.';
    return broken(why, `Enter the API key of ${displayName} again ${place}.`, displayName);
  }
  if (error instanceof ModelError) return explainModelError(error, { displayName, place, address });
  if (error instanceof ListRefused) {
    const status = Number(/\d+/.exec(error.message)?.[0]);
    const http = `(HTTP ${status})`;
    if (status === 429)
      return warn(
        `${name} asks us to slow down ${http}.`,
        `Check limits and billing at ${name}.`,
        displayName,
      );
    if (status >= 500)
      return warn(`${name} has an error of its own ${http}.`, 'Check again later.', displayName);
    // Google answers 400 to a wrong key.
    if (status === 404 || status === 405)
      return broken(
        `Nothing that speaks as ${name} is at its address ${http}.`,
        address,
        displayName,
      );
    return broken(
      `${name} refuses our key ${http}.`,
      `Enter a valid API key for ${displayName} ${place}.`,
      displayName,
    );
  }
  const refused = findCallRefused(error);
  if (refused)
    return broken(
      `It was not called: ${refused.message}.`,
      `${address} Private ones need ALLOW_PRIVATE_URLS=true.`,
      displayName,
    );
  if (error.name === 'TimeoutError')
    return warn(
      `${name} did not answer in time.`,
      `Check again, and let this machine reach ${name}.`,
      displayName,
    );
  if (error instanceof TypeError)
    return broken(
      `${name} can't be reached.`,
      `Let this machine reach it, or correct ${base}.`,
      displayName,
    );
  return broken(`Its address answers, but not as ${name} does.`, address, displayName);
}

type Words = { displayName: string; place: string; address: string };

function explainModelError(
  { kind, isRetryable, detail }: ModelError,
  { displayName, place, address }: Words,
): Finding {
  const why = `${modelFailures[kind].text} (${detail})`;
  if (kind === 'credentials')
    return broken(why, `Enter a valid API key for ${displayName} ${place}.`, displayName);
  if (kind === 'not_found')
    return broken(
      why,
      `Correct the model of ${displayName} ${place}: at Azure, the deployment's name.`,
      displayName,
    );
  if (isRetryable && kind !== 'network')
    return warn(why, `Check again, and press Test connection ${place}.`, displayName);
  return broken(why, address, displayName);
}

async function checkRetirements(patient: ReadyPatient): Promise<Finding[]> {
  const now = patient.now();
  return (await listActive(patient)).flatMap((provider) => checkRetirement(provider, now));
}

function checkRetirement(provider: ProviderRow, now: Date): Finding {
  const { key, displayName } = provider;
  const model = modelOf(provider);
  const retirement = findRetirement(key, model, now);
  const days = retirement
    ? Math.ceil((Date.parse(retirement.on) - now.getTime()) / dayMs)
    : Number.POSITIVE_INFINITY;
  if (!retirement || days > soonDays) return ok(`${model} stays.`, displayName);
  const [newer] = currentModels(key);
  const fix = `Choose another model for ${displayName} under AI Providers${newer ? `, for example ${newer}` : ''}.`;
  return retirement.isOver
    ? broken(`${model} was retired on ${retirement.on}.`, fix, displayName)
    : warn(`${model} is retired on ${retirement.on}, in ${days} days.`, fix, displayName);
}
