import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { loadSecrets } from '#server/access/secrets/store.ts';
import { type Config, ConfigError, loadConfig } from '#server/config.ts';
import {
  DatabaseUnavailable,
  type OpenDatabase,
  openPostgres,
  openWithoutLimits,
} from '#server/db/client.ts';
import { readMigrations } from '#server/db/migrations.ts';
import { createPeers } from '#server/db/peers.ts';
import { readSchemaState } from '#server/db/schema-state.ts';
import { createFetch } from '#server/outside/outgoing/create-fetch.ts';
import { ok, Trouble } from '#server/outside/outgoing/trouble.ts';
import type { Patient } from './check.ts';
import { findConnectionTrouble } from './database-connection.ts';
import { measureSkew, nameSelf } from './process-facts.ts';
import { joinRollCall } from './roll-call.ts';
import { shareOnce } from './service.ts';

type Source = Record<string, string | undefined>;

/** For a command: beside running processes, or where none can start. Makes neither folder, key nor table. */
export async function openPatient(
  source: Source,
): Promise<{ patient: Patient; close(): Promise<void> }> {
  const { config, wrongSettings } = readSettings(source);
  const mayOpen =
    config && !wrongSettings.some((line) => /^(DATABASE_|DATA_DIR|SECRET_KEY)/.test(line));
  const opened = mayOpen ? await open(config) : { db: null, trouble: null, close: async () => {} };
  const { db, trouble, close } = opened;
  const now = () => new Date();
  const patient: Patient = {
    ...{ config, wrongSettings, db, now },
    databaseTrouble: trouble ?? (mayOpen ? null : notTried),
    hasTables: db !== null && (await hasTables(db)),
    loadSecrets: () => loadSecrets(db as NonNullable<typeof db>, (config as Config).secretKeys), // asked only with both
    fetch: createFetch(config ?? { allowPrivateUrls: false, trustedUrls: [] }),
    callRoll: shareOnce(async () => ('callRoll' in opened ? opened.callRoll() : [])),
  };
  return { patient, close };
}

const notTried = new Trouble({
  ...ok('It was not opened, because its settings are wrong.'),
  ...{ state: 'warning', fix: 'Correct the settings above, and check again.' },
});

/** Without the settings that are wrong, as far as the rest says something. */
function readSettings(source: Source): { config: Config | null; wrongSettings: string[] } {
  try {
    return { config: loadConfig(withoutNewKey(source)), wrongSettings: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const { problems } = error;
    return { config: readRest(source, problems), wrongSettings: problems };
  }
}

const ofServices = /^(TWILIO|WHATSAPP|AMB|STRIPE|SANDBOX)|_BASE_URL$/;

function readRest(source: Source, problems: string[]): Config | null {
  const wrong = problems.flatMap(
    (line) => line.match(/\b[A-Z][A-Z0-9]*(_[A-Z0-9]+)+\b|^[A-Z]+/g) ?? [],
  );
  const rest = Object.entries(source).filter(([name]) => !wrong.includes(name));
  // No stand-in may be taken for a service that the wrong settings name.
  const isOfService = wrong.some((name) => ofServices.test(name));
  const settings = { ...(isOfService && { SANDBOX: 'off' }), ...Object.fromEntries(rest) };
  try {
    return loadConfig(withoutNewKey(settings));
  } catch {
    return null;
  }
}

/** The first start makes the key. */
function withoutNewKey(source: Source): Source {
  const hasKey =
    source.SECRET_KEY?.trim() ||
    existsSync(join(source.DATA_DIR?.trim() || './data', 'secret.key'));
  const isOnServer = source.DATABASE_URL?.trim();
  return hasKey || isOnServer
    ? source
    : { ...source, SECRET_KEY: randomBytes(32).toString('base64') };
}

async function open(config: Config) {
  const nothing = { db: null, close: async () => {} };
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'database'))) {
    const found = ok('There is no database yet: the first start makes an embedded one.');
    return { ...nothing, trouble: new Trouble(found) };
  }
  try {
    const database = await openFewConnections(config);
    return { ...(await joinOthers(database)), db: database.db, trouble: null };
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return { ...nothing, trouble: findConnectionTrouble(error.message) };
  }
}

/** Where connections run short, the doctor must not take them. The ledger may hold one of these. */
const connections = 2;

function openFewConnections(config: Config): Promise<OpenDatabase> {
  const { databaseUrl, databaseDirectUrl = databaseUrl } = config;
  if (!databaseDirectUrl) return openWithoutLimits(config);
  return openPostgres(databaseDirectUrl, { statementMs: null, connections });
}

/** Hears the running processes, if the database has a server. */
async function joinOthers(database: OpenDatabase) {
  const { notices, db } = database;
  if (!notices) return { callRoll: async () => [], close: () => database.close() };
  const peers = createPeers({ notices, log: pino({ level: 'silent' }) });
  const ask = joinRollCall(peers, null);
  await notices.start();
  const callRoll = async () => {
    const processes = await ask();
    if (processes.length > 0) return processes;
    const skewMs = await measureSkew(db, () => new Date());
    return [{ name: nameSelf(), roles: [], skewMs, proxyProblem: null }];
  };
  return { callRoll, close: () => peers.stop().then(() => database.close()) };
}

async function hasTables(db: OpenDatabase['db']): Promise<boolean> {
  return readSchemaState(db, readMigrations()).then(
    ({ isEmpty }) => !isEmpty,
    () => false,
  );
}
