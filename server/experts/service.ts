import type { z } from 'zod';
import { refuseOutdated } from '#server/access/audit/refuse-outdated.ts';
import { recordChange } from '#server/access/audit/store.ts';
import { addressOf } from '#server/db/addresses.ts';
import type { Database } from '#server/db/client.ts';
import { rejectTaken } from '#server/db/reject-taken.ts';
import type { ExpertRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { badRequest } from '#server/errors.ts';
import { applyOptOutsOfAll } from '#server/messages/opt-outs-store.ts';
import { encodeImage } from '#server/outside/images/encode.ts';
import { removeImage, saveImage } from '#server/outside/images/files.ts';
import { toLoggableError } from '#server/outside/loggable-error.ts';
import type { Runtime } from '#server/runtime.ts';
import type { createExpertRequest, Expert, updateExpertRequest } from '#shared/api/experts.ts';
import { parseBusinessId } from '#shared/business-id.ts';
import type { ChannelKey } from '#shared/channels.ts';
import { isNeverOpen } from '#shared/opening-hours.ts';
import { parsePhone } from '#shared/phone.ts';
import {
  isReachable,
  type Reachable,
  requireActiveProvider,
  requireFallback,
  requireInUse,
  requireReachable,
} from './requirements.ts';
import {
  createExpert,
  isImageShown,
  lockExpert,
  lockImages,
  type NewExpert,
  updateExpert,
} from './store.ts';
import { lockVersions, recordVersionsOf } from './versions-store.ts';

type Fields = z.output<typeof updateExpertRequest>;

export async function addExpert(
  runtime: Runtime,
  actorId: string,
  request: z.output<typeof createExpertRequest>,
): Promise<Expert> {
  refuseOwnHost(runtime, request);
  const fields = { ...request, ...toColumns(request, request.channel) };
  const phoneNumber = fields.phoneNumber ?? null;
  const status = startsActive(runtime, { ...fields, phoneNumber }) ? 'ACTIVE' : 'PAUSED';
  const now = runtime.clock.now();
  return changeInTransaction(runtime, async (tx) => {
    await requireActiveProvider(tx, request.providerId);
    await requireFallback(tx, { ...fields, fallbackProviderId: fields.fallbackProviderId ?? null });
    const row = await createExpert(tx, { ...fields, status, createdAt: now });
    await applyOptOutsOfAll(tx, row);
    const created = {
      actorId,
      action: 'expert.create',
      before: null,
      after: toAuditFacts(row),
      now,
    };
    await recordChange(tx, { ...created, entity: 'expert', entityId: row.id });
    await recordVersionsOf(tx, { expertId: row.id }, { authorId: actorId, now });
    return row;
  });
}

/**
 * Clears blank fields and keeps unsent ones.
 * @throws {AppError} 409 for an edit of an older state.
 */
export async function changeExpert(
  runtime: Runtime,
  { actorId, id, basedOn }: { actorId: string; id: string; basedOn: number | null },
  request: Fields,
): Promise<Expert> {
  refuseOwnHost(runtime, request);
  return applyChange(runtime, { actorId, action: 'expert.update', id }, async (tx, old) => {
    const edit = { actorId, entity: 'expert', entityId: id, basedOn } as const;
    const { revision } = old;
    await refuseOutdated(tx, edit, { revision, current: toExpert(runtime, old) });
    const change = toColumns(request, request.channel ?? old.channel);
    const { providerId } = change;
    if (providerId && providerId !== old.providerId) await requireActiveProvider(tx, providerId);
    if (change.fallbackProviderId || providerId)
      await requireFallback(tx, { ...old, ...change }, old);
    requireInUse(old, change);
    const changed = { ...old, ...change };
    requireReachable(changed);
    if (!isMoved(old, changed)) return change;
    await applyOptOutsOfAll(tx, changed);
    return { ...change, addressSince: runtime.clock.now() };
  });
}

/** Measurements at the old address no longer hold. */
function isMoved(old: ExpertRow, changed: ExpertRow): boolean {
  return (
    old.channel !== changed.channel ||
    addressOf(old) !== addressOf(changed) ||
    old.phoneNumberId !== changed.phoneNumberId
  );
}

/** Pauses it either way: an admin looks at a restored one before starting it. */
export async function archiveExpert(
  runtime: Runtime,
  actorId: string,
  { id, isArchived }: { id: string; isArchived: boolean },
): Promise<Expert> {
  const action = isArchived ? 'expert.archive' : 'expert.unarchive';
  return applyChange(runtime, { actorId, action, id }, async (_, old) => {
    if (isArchived === (old.archivedAt !== null)) return {};
    return isArchived
      ? { archivedAt: runtime.clock.now(), status: 'PAUSED' }
      : { archivedAt: null };
  });
}

/** @throws {AppError} see `encodeImage`. */
export async function changeExpertImage(
  runtime: Runtime,
  actorId: string,
  id: string,
  upload: Buffer,
): Promise<Expert> {
  const image = await encodeImage(upload);
  return applyChange(runtime, { actorId, action: 'expert.upload-image', id }, async (tx) => {
    await lockImages(tx);
    return { imageUrl: await saveImage(runtime.files, image) };
  });
}

/** With an audit row and, if answers change, a version. */
export async function applyChange(
  runtime: Runtime,
  { id, ...who }: { actorId: string; action: string; id: string },
  decide: (tx: Database, old: ExpertRow) => Promise<Partial<NewExpert>>,
): Promise<Expert> {
  const now = runtime.clock.now();
  let replacedImage: string | null = null;
  const expert = await changeInTransaction(runtime, async (tx) => {
    const old = await lockExpert(tx, id);
    const change = await decide(tx, old);
    if (Object.keys(change).length === 0) return old;
    const row = await updateExpert(tx, id, change);
    const facts = { before: toAuditFacts(old), after: toAuditFacts(row) };
    await recordChange(tx, { ...who, entity: 'expert', entityId: id, now, ...facts });
    await recordVersionsOf(tx, { expertId: id }, { authorId: who.actorId, now });
    if (row.imageUrl !== old.imageUrl) replacedImage = old.imageUrl;
    return row;
  });
  if (replacedImage) await deleteUnusedImage(runtime, replacedImage);
  return expert;
}

/** Only logs a failure: the change is committed. */
async function deleteUnusedImage({ db, files, log }: Runtime, url: string): Promise<void> {
  try {
    await transact(db, async (tx) => {
      await lockImages(tx);
      if (!(await isImageShown(tx, url))) await removeImage(files, url);
    });
  } catch (error) {
    log.warn({ err: toLoggableError(error), url }, 'old image not removed');
  }
}

export function toExpert({ config }: Runtime, row: ExpertRow): Expert {
  return {
    ...row,
    gateway: findGatewayState(config, row.channel),
    webhookUrl: `${config.publicUrl}/api/webhooks/experts/${row.id}`,
    archivedAt: row.archivedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

function findGatewayState({ channels }: Runtime['config'], key: ChannelKey): Expert['gateway'] {
  const gateway = channels[key];
  if (!gateway) return 'missing';
  return gateway.isSandboxed ? 'sandbox' : 'real';
}

/** Normalizes phones to E.164 and Apple businesses to bare ids, so that two experts can't share one. */
function toColumns(fields: Fields, channel: ChannelKey): Fields {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  const change: Fields = Object.fromEntries(
    sent.map(([name, value]) => [name, value === '' ? null : value]),
  );
  if (change.phoneNumber) change.phoneNumber = parsePhone(change.phoneNumber);
  if (change.openingHours && isNeverOpen(change.openingHours)) change.openingHours = null;
  if (change.handle && channel === 'AMB') change.handle = parseBusinessId(change.handle);
  return change;
}

/** @throws {AppError} 400 for the dashboard's own host. */
function refuseOwnHost({ config }: Runtime, { customDomain }: Pick<Fields, 'customDomain'>): void {
  if (customDomain !== new URL(config.publicUrl).hostname) return;
  throw badRequest("customDomain: This is PUBLIC_URL's host. Choose another one.");
}

/** A stand-in needs no set-up; a real gateway's checklist ends with going live. */
function startsActive({ config }: Runtime, expert: Reachable): boolean {
  return isReachable(expert) && findGatewayState(config, expert.channel) === 'sandbox';
}

const takenMessages = {
  experts_handle_key: 'An expert with this handle already exists',
  experts_custom_domain_key: 'An expert with this custom domain already exists',
  experts_phone_number_key: 'An expert with this phone number already exists',
  experts_phone_number_id_key: 'An expert with this phone number ID already exists',
};

async function changeInTransaction(
  runtime: Runtime,
  change: (tx: Database) => Promise<ExpertRow>,
): Promise<Expert> {
  const lockAndChange = async (tx: Database) => {
    await lockVersions(tx);
    return change(tx);
  };
  const expert = await rejectTaken(() => transact(runtime.db, lockAndChange), takenMessages);
  runtime.changes.publish({ type: 'expert', expertId: expert.id });
  return toExpert(runtime, expert);
}

function toAuditFacts({ id, createdAt, versionId, revision, addressSince, ...facts }: ExpertRow) {
  return facts;
}
