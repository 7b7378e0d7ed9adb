import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { Database } from '#server/db/client.ts';
import type { AlertReceiverRow, AlertRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import type { Runtime } from '#server/runtime.ts';
import { type AlertRule, alertRules } from '#shared/api/alerts.ts';
import { chooseReceivers } from './choose-receivers.ts';
import { findLastTold, insertDeliveries, listToldReceivers } from './deliveries-store.ts';
import {
  beginEpisode,
  endUnseenEpisodes,
  lockRepeats,
  setRepeat,
  touchEpisode,
  touchEpisodesOf,
} from './episodes-store.ts';
import type { Finding, ReadDisk, Watch } from './finding.ts';
import { listReceivers } from './receivers-store.ts';
import { findNextRepeat, findNextTelling } from './repeats.ts';
import { rules } from './rules.ts';
import { listStopped } from './send.ts';
import { createRefusals } from './webhook-rule.ts';

/** Several looks: what comes and goes, and a process that restarts, is one episode. */
const unseenMs = 60_000;

export function createWatch(readDisk: ReadDisk = statfs): Watch {
  return { host: hostname(), refusals: createRefusals(), readDisk };
}

export async function look(runtime: Runtime, watch: Watch): Promise<void> {
  for (const name of alertRules) await ask(runtime, watch, name);
  await repeatAlerts(runtime);
  await endAlerts(runtime);
}

/** What can't be asked has not ended. */
async function ask(runtime: Runtime, watch: Watch, rule: AlertRule): Promise<void> {
  const { db, clock, log } = runtime;
  try {
    const found = await rules[rule].find(runtime, watch);
    for (const finding of found) await begin(runtime, rule, finding);
  } catch (error) {
    log.error({ err: error, rule }, 'an alert rule failed');
    await touchEpisodesOf(db, rule, clock.now());
  }
}

async function begin({ db, clock }: Runtime, rule: AlertRule, finding: Finding): Promise<void> {
  const now = clock.now();
  const found = { ...finding, rule, now };
  await transact(db, async (tx) => {
    const { isUrgent } = rules[rule];
    const repeatAt = findNextRepeat(isUrgent, 0, now);
    const alert = await beginEpisode(tx, { ...found, repeatAt });
    if (!alert) {
      const open = await touchEpisode(tx, found);
      if (open && finding.grewAt) await tellOfGrowth(tx, open, { grewAt: finding.grewAt, now });
      return;
    }
    const receivers = await listOnCall(tx, isUrgent, now);
    const receiverIds = receivers.map(({ id }) => id);
    await insertDeliveries(tx, { alert, receiverIds, occasion: 'began', now });
  });
}

async function tellOfGrowth(
  tx: Database,
  alert: AlertRow,
  { grewAt, now }: { grewAt: Date; now: Date },
): Promise<void> {
  if (grewAt <= ((await findLastTold(tx, alert.id)) ?? alert.beganAt)) return;
  const repeatAt = findNextTelling(alert.repeats, now);
  if (repeatAt < alert.repeatAt) await setRepeat(tx, { ...alert, repeatAt });
}

async function repeatAlerts({ db, clock }: Runtime): Promise<void> {
  const now = clock.now();
  await transact(db, async (tx) => {
    for (const alert of await lockRepeats(tx, now)) await repeat(tx, alert, now);
  });
}

async function repeat(tx: Database, alert: AlertRow, now: Date): Promise<void> {
  const { isUrgent } = rules[alert.rule];
  const repeats = alert.repeats + 1;
  await setRepeat(tx, { id: alert.id, repeats, repeatAt: findNextRepeat(isUrgent, repeats, now) });
  const receivers = await listOnCall(tx, isUrgent, now);
  // No one is woken again for what can wait.
  const told = receivers.filter(({ kind }) => isUrgent || kind !== 'text');
  const receiverIds = told.map(({ id }) => id);
  await insertDeliveries(tx, { alert, receiverIds, occasion: 'repeated', now });
}

async function listOnCall(tx: Database, isUrgent: boolean, now: Date): Promise<AlertReceiverRow[]> {
  const receivers = await listReceivers(tx);
  return chooseReceivers(receivers, { now, isUrgent, stopped: await listStopped(tx, receivers) });
}

async function endAlerts({ db, clock }: Runtime): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - unseenMs);
  await transact(db, async (tx) => {
    for (const alert of await endUnseenEpisodes(tx, { before, now })) {
      const receiverIds = await listToldReceivers(tx, alert.id);
      await insertDeliveries(tx, { alert, receiverIds, occasion: 'ended', now });
    }
  });
}
