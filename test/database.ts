import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type OpenDatabase, openPostgres, wrapPglite } from '#server/db/client.ts';
import { createDatabase, runOnServer } from './database-template.ts';
import { takeEmbedded } from './embedded-pool.ts';

const template = inject('databaseTemplate');
/** Some promises need several processes; the embedded database has one. */
export const hasDatabaseServer = template?.engine === 'postgres';

/** @param sharedUrl the database of another test app, which drops it. */
export async function openTestDatabase(
  sharedUrl?: string,
): Promise<OpenDatabase & { url: string | undefined }> {
  if (sharedUrl) return { ...(await openPostgres(sharedUrl)), url: sharedUrl };
  if (template.engine === 'pglite') {
    const { client, release } = await takeEmbedded(template.dumpPath);
    return { ...wrapPglite(client), url: undefined, close: release };
  }
  const { serverUrl, name: templateName } = template;
  const name = `sagewire_test_${randomBytes(6).toString('hex')}`;
  const url = await createDatabase(serverUrl, name, templateName);
  const open = await openPostgres(url);
  return {
    ...open,
    url,
    async close() {
      await open.close();
      await runOnServer(serverUrl, `drop database ${name} with (force)`);
    },
  };
}
