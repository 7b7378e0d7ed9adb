import { z } from 'zod';
import type { Database } from '#server/db/client.ts';
import type { ExpertRow, ProviderRow } from '#server/db/schema.ts';
import { badRequest, unprocessable } from '#server/errors.ts';
import { channelNames, phoneChannels } from '#shared/channels.ts';
import { findProvider } from './providers/store.ts';

export type Reachable = Pick<ExpertRow, 'channel' | 'phoneNumber'>;

export function isReachable({ channel, phoneNumber }: Reachable): boolean {
  return !phoneChannels.includes(channel) || phoneNumber !== null;
}

/** @throws {AppError} 422 for starting an archived expert. */
export function requireInUse(
  { archivedAt, displayName }: ExpertRow,
  { status }: { status?: ExpertRow['status'] | undefined },
): void {
  if (archivedAt === null || status !== 'ACTIVE') return;
  throw unprocessable(`${displayName} is archived. Restore it first.`);
}

/** @throws {AppError} 422 for an active expert without an address. */
export function requireReachable(expert: Reachable & Pick<ExpertRow, 'status'>): void {
  if (expert.status === 'PAUSED' || isReachable(expert)) return;
  const name = channelNames[expert.channel];
  throw unprocessable(`Add a phone number first: an active ${name} expert needs one.`);
}

/** @throws {AppError} 400 with the field's name. */
export async function getChosenProvider(
  db: Database,
  field: string,
  id: string,
): Promise<ProviderRow> {
  const provider = z.uuid().safeParse(id).success ? await findProvider(db, id) : null;
  if (!provider) throw badRequest(`${field}: There is no AI provider ${id}`);
  return provider;
}

/** @throws {AppError} 400 for an unknown provider, 422 for an inactive one. */
export async function requireActiveProvider(tx: Database, id: string): Promise<void> {
  const provider = await getChosenProvider(tx, 'providerId', id);
  if (!provider.isActive) {
    throw unprocessable(`${provider.displayName} is inactive. Choose another AI provider.`);
  }
}

type Answering = { providerId: string; fallbackProviderId: string | null };

/** @throws {AppError} 400 unless active and not the first provider. */
export async function requireFallback(
  tx: Database,
  expert: Answering,
  old?: Answering,
): Promise<void> {
  const { providerId, fallbackProviderId: id } = expert;
  if (id === null) return;
  if (id === providerId) {
    throw badRequest('fallbackProviderId: The fallback must be another AI provider than the first');
  }
  if (id === old?.fallbackProviderId) return;
  const provider = await getChosenProvider(tx, 'fallbackProviderId', id);
  if (!provider.isActive) {
    throw badRequest(`fallbackProviderId: ${provider.displayName} is inactive`);
  }
}
