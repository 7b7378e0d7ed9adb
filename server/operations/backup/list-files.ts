import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/db/client.ts';
import { toSourceFile } from '#server/experts/knowledge/sources-store.ts';
import { toPictureFile } from '#server/messages/picture-files-store.ts';
import { fileName } from '#server/outside/files/files.ts';

/** Pictures of experts, their documents, and messages' pictures that are not in the database. */
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
  const documents = await rowsOf<{ id: string }>(
    tx,
    sql`select id from sources where hash is not null and kind <> 'pair'`,
  );
  const names = [
    ...images.map(({ name }) => name),
    ...pictures.map(({ id }) => toPictureFile(id)),
    ...documents.map(({ id }) => toSourceFile(id)),
  ];
  return names.filter((name) => fileName.test(name));
}
