import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/db/client.ts';
import { toPictureFile } from '#server/messages/picture-files-store.ts';
import { fileName } from '#server/outside/files/files.ts';

/** Of experts, and of messages whose pictures are not in the database. */
export async function listFiles(tx: Database): Promise<string[]> {
  const images = await rowsOf<{ name: string }>(
    tx,
    sql`select distinct substr(image_url, length('/api/') + 1) as name from experts
        where image_url like '/api/images/%'`,
  );
  const pictures = await rowsOf<{ id: string }>(
    tx,
    sql`select id from attachments where state = 'stored' and picture is null`,
  );
  const names = [...images.map(({ name }) => name), ...pictures.map(({ id }) => toPictureFile(id))];
  return names.filter((name) => fileName.test(name));
}
