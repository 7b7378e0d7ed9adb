import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createSealer } from '#server/access/secrets/secrets.ts';
import { type Database, openDatabase } from '#server/db/client.ts';
import { migrate } from '#server/db/migrate.ts';
import {
  connections,
  creditEntries,
  experts,
  providers,
  threads,
  trialClaims,
  users,
} from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { recordVersionsOf } from '#server/experts/versions-store.ts';
import { freePort } from '#test/free-port.ts';
import { type Running, startProcess } from './product.ts';
import { account } from './vendors.ts';

export type Kind = 'postgres' | 'embedded';
export const serverUrl =
  process.env.BENCH_DATABASE_URL ??
  process.env.TEST_DATABASE_URL ??
  'postgres://postgres@127.0.0.1:5432/postgres';

export type Scene = {
  settings: Record<string, string>;
  publicUrl: string;
  webhookPath: string;
  phones: string[];
  databaseUrl: string | undefined;
  dataDir: string;
  start(more?: Record<string, string>): Promise<Running>;
};

export async function hasServer(): Promise<boolean> {
  const client = new pg.Client({ connectionString: serverUrl, connectionTimeoutMillis: 1_000 });
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}

export async function createDatabase(): Promise<string> {
  const name = `sagewire_bench_${randomBytes(4).toString('hex')}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

export async function dropDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`drop database ${new URL(url).pathname.slice(1)} with (force)`);
  await client.end();
}

export async function prepareScene(
  kind: Kind,
  { people, vendorsUrl }: { people: number; vendorsUrl: string },
): Promise<Scene> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sagewire-bench-'));
  const databaseUrl = kind === 'postgres' ? await createDatabase() : undefined;
  const secretKey = randomBytes(32);
  const port = String(await freePort());
  const publicUrl = `http://127.0.0.1:${port}`;
  const phones = Array.from({ length: people }, (_, index) => `+1202${String(2_000_000 + index)}`);
  const expertId = randomUUID();
  const open = await openDatabase({ databaseUrl, dataDir });
  await migrate(open);
  await transact(open.db, (tx) => insertScene(tx, { secretKey, expertId, phones }));
  await open.close();
  const settings = {
    PORT: port,
    PUBLIC_URL: publicUrl,
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    SECRET_KEY: secretKey.toString('base64'),
    SANDBOX: 'off',
    TWILIO_ACCOUNT_SID: account.sid,
    TWILIO_AUTH_TOKEN: account.token,
    TWILIO_API_URL: vendorsUrl,
    OPENAI_BASE_URL: `${vendorsUrl}/v1`,
  };
  return {
    settings,
    publicUrl,
    webhookPath: `/api/webhooks/experts/${expertId}`,
    phones,
    databaseUrl,
    dataDir,
    start: (more) => startProcess('server/main.ts', { ...settings, ...more }, '/health/ready'),
  };
}

async function insertScene(
  tx: Database,
  { secretKey, expertId, phones }: { secretKey: Buffer; expertId: string; phones: string[] },
): Promise<void> {
  const providerId = randomUUID();
  await tx.insert(providers).values({
    id: providerId,
    key: 'openai',
    displayName: 'Bench',
    config: { model: 'gpt-4.1' },
    apiKey: createSealer({ current: secretKey, old: null }).seal(
      { column: 'providers.api_key', row: providerId },
      'sk-bench',
    ),
    apiKeyLast4: 'ench',
  });
  await tx.insert(experts).values({
    id: expertId,
    channel: 'SMS',
    handle: 'bench',
    displayName: 'Bench',
    phoneNumber: '+12025550100',
    providerId,
    systemPrompt: 'You repeat.',
    status: 'ACTIVE',
  });
  await recordVersionsOf(tx, { expertId }, { authorId: null, now: new Date() });
  const credits = 1_000_000;
  const people = phones.map((phoneNumber) => ({ id: randomUUID(), phoneNumber }));
  await tx.insert(users).values(
    people.map(({ id, phoneNumber }) => ({
      id,
      phoneNumber,
      email: `${phoneNumber}@example.com`,
      passwordHash: '',
      phoneVerifiedAt: new Date(),
      paidMessages: credits,
    })),
  );
  await tx.insert(creditEntries).values(
    people.map(({ id }) => ({
      userId: id,
      kind: 'grant' as const,
      grantedDelta: credits,
      reason: 'Bench',
    })),
  );
  await tx
    .insert(trialClaims)
    .values(people.map(({ id, phoneNumber }) => ({ userId: id, emailHash: phoneNumber })));
  const link = people.map(({ id, phoneNumber }) => ({ userId: id, expertId, handle: phoneNumber }));
  await tx.insert(connections).values(link.map((one) => ({ ...one, state: 'active' as const })));
  await tx.insert(threads).values(link);
}
