import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import { refuseOutdated } from '#server/access/audit/refuse-outdated.ts';
import { recordChange } from '#server/access/audit/store.ts';
import { SecretUnreadable } from '#server/access/secrets/secrets.ts';
import type { ProviderConfig, ProviderRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { badRequest, unprocessable } from '#server/errors.ts';
import { isRefusedAddress } from '#server/outside/outgoing/is-refused-address.ts';
import type { Runtime } from '#server/runtime.ts';
import { chooseModel } from '#shared/ai-models.ts';
import { type AiProviderKey, modelOf } from '#shared/ai-providers.ts';
import {
  apiKeyForAddress,
  type createProviderRequest,
  isSameAddress,
  type Provider,
  type updateProviderRequest,
} from '#shared/api/providers.ts';
import { demoApiKey } from '#shared/demo.ts';
import { maxTokensDefault, temperatureRange } from '#shared/limits.ts';
import { lockVersions, recordVersionsOf } from '../versions-store.ts';
import { findOutage } from './health.ts';
import { describeSettings } from './memory.ts';
import { createProvider, lockProvider, openApiKey, updateProvider } from './store.ts';

type Settings = Omit<z.output<typeof createProviderRequest>['config'], 'apiKey'>;
/** Four characters of a short key would reveal half of it. */
const minLengthForLast4 = 8;

export async function addProvider(
  runtime: Runtime,
  actorId: string,
  { key, displayName, config: { apiKey, ...settings } }: z.output<typeof createProviderRequest>,
): Promise<Provider> {
  refuseWebSearch(key, settings);
  await refusePrivateAddress(runtime, settings);
  const now = runtime.clock.now();
  const model = settings.model || chooseModel(key, now);
  if (!model) throw badRequest('Model is required');
  return transact(runtime.db, async (tx) => {
    const id = uuidv7();
    const row = await createProvider(tx, {
      id,
      key,
      displayName,
      config: { ...mergeConfig({}, settings), model },
      ...sealKey(runtime, id, apiKey),
      createdAt: now,
    });
    const after = toAuditFacts(row);
    const created = { actorId, action: 'provider.create', before: null, after, now };
    await recordChange(tx, { ...created, entity: 'provider', entityId: row.id });
    return toProvider(runtime, row);
  });
}

/**
 * A blank key keeps the stored one. A new model adds a version to its experts.
 * @throws {AppError} 409 for an edit of an older state, 422 for another base URL without a key.
 */
export async function changeProvider(
  runtime: Runtime,
  { actorId, id, basedOn }: { actorId: string; id: string; basedOn: number | null },
  { displayName, config = {} }: z.output<typeof updateProviderRequest>,
): Promise<Provider> {
  const { apiKey, ...settings } = config;
  await refusePrivateAddress(runtime, settings);
  const now = runtime.clock.now();
  return transact(runtime.db, async (tx) => {
    await lockVersions(tx);
    const old = await lockProvider(tx, id);
    const edit = { actorId, entity: 'provider', entityId: id, basedOn } as const;
    const { revision } = old;
    await refuseOutdated(tx, edit, { revision, current: toProvider(runtime, old) });
    refuseWebSearch(old.key, settings);
    const { baseUrl = old.config.baseUrl } = settings;
    if (!apiKey && !isSameAddress(baseUrl, old.config.baseUrl)) {
      throw unprocessable(`config.apiKey: ${apiKeyForAddress}`);
    }
    const change = {
      config: mergeConfig(old.config, settings),
      ...(apiKey && sealKey(runtime, id, apiKey)),
    };
    const isAnother = describeSettings({ ...old, ...change }) !== describeSettings(old);
    const row = await updateProvider(tx, id, {
      displayName: displayName ?? old.displayName,
      ...change,
      ...(isAnother && { outage: null }),
    });
    const facts = { before: toAuditFacts(old), after: toAuditFacts(row) };
    const changed = { actorId, action: 'provider.update', now, ...facts };
    await recordChange(tx, { ...changed, entity: 'provider', entityId: id });
    await recordVersionsOf(tx, { providerId: id }, { authorId: actorId, now });
    return toProvider(runtime, row);
  });
}

export function toProvider(runtime: Runtime, row: ProviderRow): Provider {
  const isSandboxed = runtime.config.sandbox.ai.includes(row.key) && !row.config.baseUrl;
  const hasApiKey = hasUsableKey(runtime, row, isSandboxed);
  const outage = findOutage(row);
  const { id, key, displayName, isActive, config, apiKeyLast4, revision, createdAt } = row;
  return {
    id,
    key,
    displayName,
    isActive,
    isSandboxed,
    outage: outage && {
      since: outage.since.toISOString(),
      nextTryAt: outage.nextTryAt.toISOString(),
      reason: outage.reason,
    },
    config: {
      hasApiKey,
      apiKeyLast4: (hasApiKey && apiKeyLast4) || null,
      model: modelOf(row),
      temperature: config.temperature ?? temperatureRange.initial,
      maxTokens: config.maxTokens ?? maxTokensDefault,
      useWebSearch: config.useWebSearch ?? false,
      webSearchDomains: config.webSearchDomains ?? [],
      baseUrl: config.baseUrl || null,
    },
    revision,
    createdAt: createdAt.toISOString(),
  };
}

function hasUsableKey(runtime: Runtime, row: ProviderRow, isSandboxed: boolean): boolean {
  try {
    const apiKey = openApiKey(runtime.secrets, row);
    return isSandboxed || apiKey !== demoApiKey;
  } catch (error) {
    if (error instanceof SecretUnreadable) return false;
    throw error;
  }
}

function mergeConfig(old: ProviderConfig, settings: Settings): ProviderConfig {
  const sent = Object.entries(settings).filter(([, value]) => value !== undefined);
  return { ...old, ...Object.fromEntries(sent) };
}

function sealKey({ secrets }: Runtime, id: string, apiKey: string) {
  const apiKeyLast4 = apiKey.length >= minLengthForLast4 ? apiKey.slice(-4) : '';
  return { apiKey: secrets.seal({ column: 'providers.api_key', row: id }, apiKey), apiKeyLast4 };
}

/** @throws {AppError} 400. Every call checks again: the name may resolve differently later. */
async function refusePrivateAddress({ config }: Runtime, { baseUrl }: Settings): Promise<void> {
  if (!baseUrl || !(await isRefusedAddress(config, baseUrl))) return;
  throw badRequest(
    'config.baseUrl: Base URL leads to a private address, which is not called. To allow it, set ALLOW_PRIVATE_URLS=true.',
  );
}

/** @throws {AppError} 400 for a vendor other than OpenAI. */
export function refuseWebSearch(key: AiProviderKey, settings: Settings): void {
  if (key === 'openai') return;
  if (settings.useWebSearch) {
    throw badRequest('config.useWebSearch: Web search is available for OpenAI only');
  }
  if (settings.webSearchDomains?.length) {
    throw badRequest('config.webSearchDomains: Web search is available for OpenAI only');
  }
}

/** Without the key, even encrypted. */
function toAuditFacts({ key, displayName, isActive, config, apiKey }: ProviderRow) {
  // The IV is new with each encryption, so it tells keys apart.
  return { key, displayName, isActive, ...config, apiKeyVersion: apiKey.iv };
}
