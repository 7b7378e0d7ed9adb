import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { loadSecrets } from '#server/access/secrets/store.ts';
import { openWithoutLimits, rowsOf } from '#server/db/client.ts';
import { migrate } from '#server/db/migrate.ts';
import { allowIdle, transact } from '#server/db/transact.ts';
import { beginPause } from '#server/jobs/paused-store.ts';
import { createEmptyPlace, hasDatabaseServer } from '#test/database.ts';
import { secretKey } from '#test/doctor.ts';
import { startProcess } from '../../../bench/product.ts';

const keys = { current: Buffer.from(secretKey, 'base64'), old: null };

it.runIf(hasDatabaseServer)(
  'a process that starts while a restore is under way begins paused, and says so',
  async () => {
    const { settings, remove } = await createEmptyPlace('postgres');
    onTestFinished(remove);
    const open = await openWithoutLimits({ databaseUrl: settings.DATABASE_URL, dataDir: '' });
    onTestFinished(() => open.close());
    await migrate(open);
    const folder = mkdtempSync(join(tmpdir(), 'sagewire-meanwhile-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'log');
    const logFile = openSync(path, 'w');
    onTestFinished(() => closeSync(logFile));
    const start = { ...settings, SECRET_KEY: secretKey, ROLES: 'worker' };
    const starting = await transact(open.db, async (tx) => {
      // As a restore does: on a busy machine the other process takes longer to start than an idle transaction may.
      await allowIdle(tx);
      await loadSecrets(tx, keys);
      const now = new Date('2027-01-31T10:00Z');
      await beginPause(tx, { version: '0.1.0', backedUpAt: now, now });
      const process = startProcess('server/main.ts', start, '/health/ready', logFile);
      await vi.waitFor(
        async () => {
          // A transaction keeps what it has read of it.
          const waiting = await rowsOf(
            open.db,
            sql`select from pg_stat_activity where datname = current_database()
                and wait_event_type = 'Lock' and query like 'insert into "stored_keys"%'`,
          );
          expect(waiting).toHaveLength(1);
        },
        { timeout: 180_000, interval: 50 },
      );
      return { process };
    });
    const running = await starting.process;
    onTestFinished(() => running.stop());
    expect(readFileSync(path, 'utf8')).toContain(
      'paused since the restore at 2027-01-31T10:00:00.000Z: no text leaves until an admin chooses, in the dashboard or by npm run admin -- resume',
    );
  },
  240_000,
);
