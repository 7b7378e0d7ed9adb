import { findLastBackup } from '#server/access/audit/store.ts';
import { verifyLedger } from '#server/billing/ledger.ts';
import { DatabaseSlow } from '#server/db/database-failure.ts';
import { withTimeout } from '#server/db/query-with-timeout.ts';
import { countFailedThreads } from '#server/desk/conversations/failed-store.ts';
import { listOldestWakeups } from '#server/jobs/oldest-wakeups.ts';
import { findPause } from '#server/jobs/paused-store.ts';
import { describePause } from '#server/operations/restore/service.ts';
import { broken, ok, warn } from '#server/outside/outgoing/trouble.ts';
import type { Finding } from '#shared/api/doctor.ts';
import { dayMs, minuteMs } from '#shared/time.ts';
import {
  type Check,
  type ConfiguredPatient,
  type ReadyPatient,
  withConfig,
  withTables,
} from './check.ts';

/** A worker looks every few seconds, and a busy one takes the oldest first. */
const slowMs = 60_000;
const stuckMs = 10 * minuteMs;
/** Below the deadline of a check. */
const ledgerMs = 6_000;

export const workChecks: Check[] = [
  { group: 'Work', name: 'Paused', run: withTables(checkPause) },
  { group: 'Work', name: 'Workers', run: withTables(checkWorkers) },
  { group: 'Work', name: 'Oldest work', run: withTables(checkOldest) },
  { group: 'Work', name: 'Dead letters', run: withTables(checkFailed) },
  { group: 'Work', name: 'Ledger', run: withTables(checkLedger) },
  { group: 'Work', name: 'Backup', run: withTables(checkBackup) },
  { group: 'Work', name: 'Retention', run: withConfig(tellRetention) },
];

const oldBackupMs = 7 * dayMs;

/** Only the processes of one PostgreSQL hear of each other. */
async function checkWorkers({ config, callRoll }: ReadyPatient): Promise<Finding[]> {
  if (!config.databaseUrl) return [];
  // The doctor's own process has no roles.
  const processes = (await callRoll()).filter(({ roles }) => roles.length > 0);
  if (processes.length === 0) {
    return [broken('No process of Sagewire answers.', 'Start Sagewire on the same DATABASE_URL.')];
  }
  const lacking = (['http', 'worker'] as const).filter(
    (role) => !processes.some(({ roles }) => roles.includes(role)),
  );
  const names = processes.map(({ name, roles }) => `${name} (${roles.join(', ')})`).join('; ');
  return lacking.length > 0
    ? lacking.map((role) =>
        broken(
          `No process with ROLES=${role} answers, only ${names}.`,
          `Start a process with ROLES=${role} on the same DATABASE_URL.`,
        ),
      )
    : [ok(names)];
}

async function checkPause({ db, config, now }: ReadyPatient): Promise<Finding[]> {
  const pause = await describePause({ db, config, clock: { now } });
  if (!pause) return [];
  const { restoredAt, waiting, unsent, arrived } = pause;
  const why = `Since the restore at ${restoredAt} no text leaves: at the backup ${waiting.count} ${waiting.count === 1 ? 'was' : 'were'} not answered and ${unsent.count} not sent, ${arrived} arrived since.`;
  return [
    broken(why, 'Choose what becomes of them in the dashboard, or by npm run admin -- resume.'),
  ];
}

/** Not while another check says why all waits. */
async function checkOldest({ db, now }: ReadyPatient): Promise<Finding[]> {
  if (await findPause(db)) return [];
  const late = (await listOldestWakeups(db, now())).filter(({ waitedMs }) => waitedMs > slowMs);
  if (late.length === 0) return [ok('Nothing waits longer than a minute.')];
  return late.map(({ job, waitedMs, failures }) => {
    const say = waitedMs > stuckMs ? broken : warn;
    const why = `${job} has waited for ${Math.round(waitedMs / 60_000)} minutes${failures > 0 ? `, after ${failures} failures` : ''}.`;
    return say(why, 'Start a process with ROLES=worker, or see in its log why the job fails.', job);
  });
}

async function checkFailed({ db }: ReadyPatient): Promise<Finding[]> {
  const count = await countFailedThreads(db);
  if (count === 0) return [ok('No message has failed for good.')];
  const which = count === 1 ? 'conversation has a message' : 'conversations have messages';
  const fix =
    'Under Conversations, filter by Failed, and answer or send them again, or dismiss them.';
  return [warn(`${count} ${which} that could not be answered or delivered.`, fix)];
}

async function checkLedger({ db }: ReadyPatient): Promise<Finding[]> {
  try {
    const { findings, entries } = await withTimeout(verifyLedger(db), ledgerMs);
    if (findings.length === 0) return [ok(`${entries} entries add up.`)];
    const why = `${findings.length} rows of the ledger don't add up; the first is ${findings[0]?.row}.`;
    return [broken(why, 'Run npm run ledger -- verify, which lists them, and adjust the credits.')];
  } catch (error) {
    if (!(error instanceof DatabaseSlow)) throw error;
    const why = `The ledger is too long to be checked within ${ledgerMs / 1000} seconds.`;
    return [warn(why, 'Run npm run ledger -- verify, which takes its time.')];
  }
}

/** While stand-ins answer, nothing is worth keeping yet. */
async function checkBackup({ db, config, now }: ReadyPatient): Promise<Finding[]> {
  if (config.sandbox.any) return [];
  const last = await findLastBackup(db);
  const ageMs = last ? now().getTime() - last.getTime() : Number.POSITIVE_INFINITY;
  if (last && ageMs <= oldBackupMs) return [ok(`The last one is of ${last.toISOString()}.`)];
  const why = last
    ? `The last one that Sagewire made is of ${last.toISOString()}.`
    : 'None is known that npm run admin -- backup or deploy/backup.sh made.';
  return [
    warn(
      why,
      'Make one every day, and try it with restore --check, unless another tool does both.',
    ),
  ];
}

/** Nothing that can be wrong, but what an admin is asked for. */
async function tellRetention({ config }: ConfiguredPatient): Promise<Finding[]> {
  const { messageDays, pictureDays } = config.retention;
  const tell = (days: number) => (days === 0 ? 'for good' : `for ${days} days`);
  return [
    ok(
      `Messages are kept ${tell(messageDays)} (MESSAGE_DAYS), pictures ${tell(pictureDays)} (PICTURE_DAYS).`,
    ),
  ];
}
