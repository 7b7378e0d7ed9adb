import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '#server/config.ts';
import { startS3Server } from '#test/s3-server.ts';
import { createFetch } from '../outgoing/create-fetch.ts';
import type { BucketSettings } from './bucket-settings.ts';
import type { Files } from './files.ts';
import { describeOwnFolder, openFiles } from './open-files.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'sagewire-files-'));
let s3: Awaited<ReturnType<typeof startS3Server>>;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(async () => {
  await s3.close();
  rmSync(dataDir, { recursive: true });
});

function open(settings: Record<string, string> = {}): Files {
  const config = loadConfig({ DATA_DIR: dataDir, ...settings });
  return openFiles(config, { fetch: createFetch(config) });
}

describe.each(['a folder', 'a bucket'])('%s', (kind) => {
  const files = () => open(kind === 'a bucket' ? { FILES_URL: s3.FILES_URL } : {});

  it('keeps every byte of a file, and the latest of two', async () => {
    const bytes = Buffer.from(Uint8Array.from({ length: 70_000 }, (_, index) => index % 256));
    await files().write('images/1a-2b.webp', Buffer.from('first'));
    await files().write('images/1a-2b.webp', bytes);
    expect(await files().read('images/1a-2b.webp')).toEqual(bytes);
  });

  it('has no file that was never written or was removed, and removes it twice', async () => {
    await files().write('pictures/3c.webp', Buffer.from('gone'));
    await files().remove('pictures/3c.webp');
    await files().remove('pictures/3c.webp');
    expect(await files().read('pictures/3c.webp')).toBeNull();
  });

  it('refuses a name that could lead elsewhere', async () => {
    for (const name of ['../secret.key', 'images/../../x.webp', 'images/a?b.webp', '/etc/passwd']) {
      await expect(files().read(name)).rejects.toThrow('is not a file name');
      await expect(files().write(name, Buffer.from('x'))).rejects.toThrow('is not a file name');
    }
  });
});

describe('a bucket', () => {
  it('is called again while it is busy', async () => {
    const files = open({ FILES_URL: s3.FILES_URL });
    s3.failNext(2);
    await files.write('images/4d.webp', Buffer.from('at last'));
    expect(s3.stored.get('images/4d.webp')).toEqual(Buffer.from('at last'));
  });

  it.each([
    ['a wrong secret', () => s3.settingsFor('another'), /403 SignatureDoesNotMatch/],
    ['a missing bucket', () => s3.settingsFor(s3.secret, 'no-bucket'), /404 NoSuchBucket/],
    ['no service', () => 's3://key:secret@127.0.0.1:1/bucket?tls=false', /no answer/],
  ])('with %s is an error that names no secret', async (_, urlOf, detail) => {
    const FILES_URL = urlOf();
    const error = await open({ FILES_URL })
      .read('images/5e.webp')
      .catch((caught) => caught);
    expect(error).toMatchObject({ status: 502, detail: expect.stringMatching(detail) });
    expect(JSON.stringify(error) + error.stack).not.toContain(new URL(FILES_URL).password);
  });

  it('leaves nothing in DATA_DIR', async () => {
    const before = readdirSync(dataDir, { recursive: true });
    await open({ FILES_URL: s3.FILES_URL }).write('images/6f.webp', Buffer.from('elsewhere'));
    expect(readdirSync(dataDir, { recursive: true })).toEqual(before);
  });
});

describe('FILES_URL', () => {
  it('has a region, an encrypted connection and a folder, if nothing else is said', () => {
    const { bucket } = loadConfig({
      DATA_DIR: dataDir,
      FILES_URL: 's3://id:a%2Fb@s3.example/b/in',
    });
    expect(bucket).toEqual({
      ...{ url: 'https://s3.example/b/in', region: 'us-east-1', keyId: 'id', secret: 'a/b' },
    });
  });

  it.each([
    'https://s3.example/b',
    's3://s3.example/b',
    's3://id:secret@s3.example',
    's3://id:%E0@s3.example/b',
  ])('%s stops the start, and is not repeated', (FILES_URL) => {
    const start = () => loadConfig({ DATA_DIR: dataDir, FILES_URL });
    expect(start).toThrow(/^FILES_URL must be like s3:\/\/KEY:SECRET@s3\.example\.com\/bucket$/);
  });
});

describe('the warning that pictures are in a folder', () => {
  const bucket = { url: 'https://s3.example/b' } as BucketSettings;

  it('is for an http process that may be one of several', () => {
    expect(describeOwnFolder({ bucket: null, dataDir, roles: ['http'] })).toContain(dataDir);
  });

  it.each([
    ['with a bucket', { bucket, roles: ['http'] }],
    ['that works, too', { bucket: null, roles: ['http', 'worker'] }],
    ['that only works', { bucket: null, roles: ['worker'] }],
  ] as const)('is not for a process %s', (_, { bucket, roles }) => {
    expect(describeOwnFolder({ bucket, dataDir, roles })).toBeNull();
  });
});
