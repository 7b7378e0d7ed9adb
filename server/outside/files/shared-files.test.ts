import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runAdmin } from '#server/commands/admin/run.ts';
import { attachments, type ExpertRow, orphanedFiles } from '#server/db/schema.ts';
import { failPicture, listAttachments } from '#server/messages/attachments-store.ts';
import { removeOrphanedFiles } from '#server/messages/pictures.ts';
import { deleteExpired } from '#server/operations/upkeep/delete-expired.ts';
import { sweep } from '#server/operations/upkeep/sweep.ts';
import { dayMs, minuteMs } from '#shared/time.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { aNamedUser, password } from '#test/erasure.ts';
import { anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { startS3Server } from '#test/s3-server.ts';
import { createTexter } from '#test/texter.ts';
import { saveImage } from '../images/files.ts';
import { openFiles } from './open-files.ts';

let s3: Awaited<ReturnType<typeof startS3Server>>;
let test: TestApp;
let expert: ExpertRow;
let png: Buffer;
beforeAll(async () => {
  s3 = await startS3Server();
  test = await startTestApp({ FILES_URL: s3.FILES_URL });
  expert = await anExpert(test);
  const background = { r: 20, g: 90, b: 200 };
  png = await sharp({ create: { width: 30, height: 20, channels: 3, background } })
    .png()
    .toBuffer();
});
afterAll(async () => {
  await test.close();
  await s3.close();
});

const inBucket = () => [...s3.stored.keys()];
const isKeptLocally = () => existsSync(join(test.runtime.config.dataDir, 'images'));

async function aPhotographer(app = test, to = expert) {
  const person = await aNamedUser(app, to);
  const webhookUrl = `${app.runtime.config.publicUrl}/api/webhooks/experts/${to.id}`;
  const pictures = [{ bytes: png, contentType: 'image/png' }];
  await app.sandbox.deliverText({
    ...{ webhookUrl, from: person.phone, to: to.phoneNumber as string },
    ...{ body: 'What is this?', pictures },
  });
  await app.runUntilIdle();
  const { messagesOf, received } = createTexter(app, to);
  const rows = await messagesOf(person.phone);
  const [picture] = await listAttachments(
    app.runtime.db,
    rows.map(({ id }) => id),
  );
  const id = String(picture?.id);
  const url = `/api/threads/${person.thread.id}/attachments/${id}`;
  return {
    ...person,
    id,
    url,
    file: `pictures/${id}.webp`,
    received: () => received(person.phone),
  };
}

describe('with a bucket', () => {
  it("an expert's picture is there alone, and any process serves it", async () => {
    const { call } = await signIn(test, asAdmin);
    const form = new FormData();
    form.append('image', new Blob([new Uint8Array(png)]), 'face.png');
    const { body } = await call('POST', `/api/experts/${expert.id}/upload-image`, form);
    const { imageUrl } = body.expert;
    expect(inBucket()).toContain(imageUrl.replace('/api/images/', 'images/'));
    expect(isKeptLocally()).toBe(false);
    const answer = await test.app.inject({ url: imageUrl });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp']);
  });

  it("a message's picture is there alone: seen by the model, shown and exported", async () => {
    const { call, id, url, file, received } = await aPhotographer();
    const [row] = await test.runtime.db.select().from(attachments).where(eq(attachments.id, id));
    expect(row).toMatchObject({ state: 'stored', picture: null, width: 30, height: 20 });
    expect(received()).toEqual([expect.stringContaining('30x20')]);
    expect((await call('GET', url)).status).toBe(200);
    const { conversations } = (await call('GET', '/api/account/export')).body;
    const base64 = s3.stored.get(file)?.toString('base64');
    expect(JSON.stringify(conversations)).toContain(String(base64));
  });

  it("an erased person's pictures are deleted by the next sweep, even if the bucket fails at first", async () => {
    const { call, file } = await aPhotographer();
    await call('DELETE', '/api/account', { password });
    s3.failNext(3);
    await expect(removeOrphanedFiles(test.runtime)).rejects.toThrow();
    expect(inBucket()).toContain(file);
    await sweep(test.runtime);
    expect(inBucket()).not.toContain(file);
    expect(await test.runtime.db.select().from(orphanedFiles)).toEqual([]);
  });

  it('a file that the bucket refuses to delete holds up no other', async () => {
    const people = [await aPhotographer(), await aPhotographer()];
    const [held = '', other = ''] = people.map(({ file }) => file).sort();
    s3.holdFile(held);
    for (const { call } of people) await call('DELETE', '/api/account', { password });
    await expect(removeOrphanedFiles(test.runtime)).rejects.toThrow();
    expect(inBucket()).toContain(held);
    expect(inBucket()).not.toContain(other);
    expect(await test.runtime.db.select().from(orphanedFiles)).toMatchObject([{ name: held }]);
    await test.runtime.db.delete(orphanedFiles);
  });

  it('three files that it always refuses delay others by one sweep at most', async () => {
    const names = [1, 2, 3, 4].map((last) => `pictures/0000-${last}.webp`);
    await test.runtime.db.insert(orphanedFiles).values(names.map((name) => ({ name })));
    for (const name of names.slice(0, 3)) s3.holdFile(name);
    await expect(removeOrphanedFiles(test.runtime)).rejects.toThrow();
    await test.advance(minuteMs);
    await expect(removeOrphanedFiles(test.runtime)).rejects.toThrow();
    const left = await test.runtime.db.select().from(orphanedFiles);
    expect(left.map(({ name }) => name)).toEqual(names.slice(0, 3));
    await test.runtime.db.delete(orphanedFiles);
  });

  it('a picture that was uploaded just before a crash is deleted with its person, even if it was given up', async () => {
    const { call, id, file } = await aPhotographer();
    await failPicture(test.runtime.db, id, 'It could not be loaded.');
    expect(inBucket()).toContain(file);
    await call('DELETE', '/api/account', { password });
    await sweep(test.runtime);
    expect(inBucket()).not.toContain(file);
  });

  it('a picture that is too old is deleted', async () => {
    const { file, call, url } = await aPhotographer();
    await test.advance(366 * dayMs);
    await deleteExpired(test.runtime);
    await sweep(test.runtime);
    expect(inBucket()).not.toContain(file);
    expect((await call('GET', url)).status).not.toBe(200);
  });
});

describe('a bucket that does not answer', () => {
  afterEach(() => s3.failNext(0));

  const ask = async ({ phone }: { phone: string }, body: string) => {
    const { text, messagesOf, received } = createTexter(test, expert);
    await text(phone, body);
    await test.runUntilIdle();
    const asked = (await messagesOf(phone)).findLast(({ direction }) => direction === 'inbound');
    const call = test.sandbox.wire.findLast(({ kind }) => kind === 'model');
    return { asked, answer: received(phone).at(-1), seen: call?.request.body ?? '' };
  };

  it('leaves a question without an old picture, says so on it, and shows the picture again later', async () => {
    const person = await aPhotographer();
    s3.failNext(Number.POSITIVE_INFINITY);
    const during = await ask(person, 'What is 12*7?');
    expect(during.answer).toContain('84');
    expect(during.asked).toMatchObject({
      answerState: 'answered',
      failures: [{ kind: 'picture' }],
    });
    expect(during.seen).toContain("[A picture that can't be opened right now]");
    expect(during.seen).not.toContain('data:image');
    s3.failNext(0);
    const after = await ask(person, 'What is 12*8?');
    expect(after.asked).toMatchObject({ answerState: 'answered', failures: [] });
    expect(after.seen).toContain('data:image/webp');
  });

  it('has a new picture kept in the database, and answered', async () => {
    s3.failNext(Number.POSITIVE_INFINITY);
    const { id, received, file, call, url } = await aPhotographer();
    const [row] = await test.runtime.db.select().from(attachments).where(eq(attachments.id, id));
    expect(row).toMatchObject({ state: 'stored', picture: expect.any(Buffer) });
    expect(inBucket()).not.toContain(file);
    expect(received()).toEqual([expect.stringContaining('30x20')]);
    expect((await call('GET', url)).status).toBe(200);
  });
});

describe('npm run admin -- move-files', () => {
  let before: TestApp;
  beforeEach(async () => {
    before = await startTestApp();
  });
  afterEach(() => before.close());

  const run = (settings: Record<string, string>) =>
    runAdmin(['move-files'], {
      environment: { DATA_DIR: before.runtime.config.dataDir, ...settings },
      openDatabase: before.openDatabase,
    });

  it('moves what was kept before, once', async () => {
    const { call, url: pictureUrl, file } = await aPhotographer(before, await anExpert(before));
    const picture = await call('GET', pictureUrl);
    const url = await saveImage(before.runtime.files, Buffer.from('a face'));
    const { FILES_URL } = s3;
    expect((await run({ FILES_URL })).out).toBe(
      'Moved 1 pictures of experts, 0 documents and 1 pictures of messages.\n',
    );
    expect(s3.stored.get(url.replace('/api/', ''))).toEqual(Buffer.from('a face'));
    expect(s3.stored.get(file)).toHaveLength(Number(picture.headers['content-length']));
    expect(readdirSync(join(before.runtime.config.dataDir, 'images'))).toEqual([]);
    expect((await run({ FILES_URL })).out).toContain('Moved 0');
  });

  it('is not needed for what was kept before: it is found, and removed, where it is', async () => {
    const url = await saveImage(before.runtime.files, Buffer.from('a face'));
    const config = { ...before.runtime.config, bucket: test.runtime.config.bucket };
    const files = openFiles(config, { fetch });
    const name = url.replace('/api/', '');
    expect(await files.read(name)).toEqual(Buffer.from('a face'));
    await files.remove(name);
    expect(await files.read(name)).toBeNull();
  });

  it.each([
    ['refuses', () => s3.settingsFor('another'), '403'],
    ['is missing', () => s3.settingsFor(s3.secret, 'no-bucket'), '404'],
  ])('fails with a bucket that %s, even with nothing to move', async (_, urlOf, why) => {
    const { code, err } = await run({ FILES_URL: urlOf() });
    expect([code, err]).toEqual([1, expect.stringContaining(why)]);
  });

  it('needs a bucket', async () => {
    expect(await run({})).toMatchObject({ code: 1, err: expect.stringContaining('FILES_URL') });
  });
});
