import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asAdmin, signIn } from '#test/api-client.ts';
import { listAudit } from '#test/audit.ts';
import { anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';

let test: TestApp;
let admin: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  test = await startTestApp();
  admin = await signIn(test, asAdmin);
});
afterAll(() => test.close());

const mebibytes = 1024 * 1024;
const notAnImage = 'Please select a JPG, PNG, or WebP image.';
const tooLarge = 'Image must be less than 5MB.';

let made = 0;
function draw(width: number, height: number) {
  const background = { r: (++made * 37) % 256, g: (made * 91) % 256, b: 40 };
  return sharp({ create: { width, height, channels: 3, background } });
}

function formOf(bytes: Uint8Array, name = 'face.png', field = 'image') {
  const form = new FormData();
  form.append(field, new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
  return form;
}

function upload(expertId: string, bytes: Uint8Array, name?: string) {
  const url = `/api/experts/${expertId}/upload-image`;
  return admin.call('POST', url, formOf(bytes, name));
}

async function fetchImage(path: string) {
  const reply = await test.app.inject({ url: path });
  return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload };
}

const listImages = () => readdirSync(join(test.runtime.config.dataDir, 'images'));

describe('upload', () => {
  // spec: 7.25 9.2
  it.each(['jpeg', 'png', 'webp'] as const)(
    'stores a %s as a WebP that everyone may see',
    async (format) => {
      const expert = await anExpert(test);
      const original = await draw(2000, 1000).toFormat(format).toBuffer();
      const { status, body } = await upload(expert.id, original, 'wrong-name.txt');
      expect(status).toBe(200);
      expect(body.expert).toMatchObject({ id: expert.id, displayName: 'Ada' });
      expect(body.expert.imageUrl).toMatch(/^\/api\/images\/[0-9a-f]{32}\.webp$/);

      const image = await fetchImage(body.expert.imageUrl);
      expect(image.status).toBe(200);
      expect(image.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
      expect(await sharp(image.bytes).metadata()).toMatchObject({
        format: 'webp',
        width: 1024,
        height: 512,
      });
    },
  );

  it("turns a picture upright and removes the camera's metadata", async () => {
    const expert = await anExpert(test);
    const lyingDown = await draw(400, 200)
      .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { body } = await upload(expert.id, lyingDown);
    const { bytes } = await fetchImage(body.expert.imageUrl);
    const { width, height, exif, orientation } = await sharp(bytes).metadata();
    expect({ width, height, exif, orientation }).toEqual({ width: 200, height: 400 });
  });

  it('records who changed the picture', async () => {
    const expert = await anExpert(test, { imageUrl: '/sandbox/faces/ada.svg' });
    const { body } = await upload(expert.id, await draw(10, 10).png().toBuffer());
    expect(await listAudit(test, expert.id)).toMatchObject([
      {
        actorId: admin.user.id,
        action: 'expert.upload-image',
        before: { imageUrl: '/sandbox/faces/ada.svg' },
        after: { imageUrl: body.expert.imageUrl },
      },
    ]);
  });

  it('deletes a replaced picture unless another expert shows it', async () => {
    const [first, second] = [await anExpert(test), await anExpert(test)];
    const shared = await draw(10, 10).png().toBuffer();
    const { imageUrl } = (await upload(first.id, shared)).body.expert;
    expect((await upload(second.id, shared)).body.expert.imageUrl).toBe(imageUrl);

    await upload(first.id, await draw(10, 10).png().toBuffer());
    expect((await fetchImage(imageUrl)).status).toBe(200);
    const { body } = await admin.call('PUT', `/api/experts/${second.id}`, { imageUrl: '' });
    expect(body.expert.imageUrl).toBeNull();
    expect((await fetchImage(imageUrl)).status).toBe(404);
    for (const name of listImages()) expect(name).toMatch(/^[0-9a-f]{32}\.webp$/);
  });

  // spec: 9.2
  it.each([
    ['text', Buffer.from('hello')],
    ['nothing', Buffer.alloc(0)],
    ['a GIF', Buffer.from('GIF89a\x01\0\x01\0', 'latin1')],
    [
      'a drawing with script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    ],
    [
      'a picture of an iPhone',
      readFileSync(new URL('../outside/images/fixtures/iphone.heic', import.meta.url)),
    ],
  ])('refuses %s, whatever its name', async (_what, bytes) => {
    const expert = await anExpert(test);
    const { status, body } = await upload(expert.id, bytes, 'face.png');
    expect([status, body.message]).toEqual([415, notAnImage]);
  });

  // spec: 9.1
  it('refuses files of 5 MB or more, and accepts smaller ones', async () => {
    const expert = await anExpert(test);
    const small = await draw(10, 10).png().toBuffer();
    // Readers ignore what follows the end of a PNG.
    const padTo = (bytes: number) => Buffer.concat([small, Buffer.alloc(bytes - small.length)]);
    const refused = await upload(expert.id, padTo(5 * mebibytes));
    expect([refused.status, refused.body.message]).toEqual([413, tooLarge]);
    expect((await upload(expert.id, padTo(5 * mebibytes - 1))).status).toBe(200);
  });

  it('refuses more than 40 megapixels, even in a small file', async () => {
    const expert = await anExpert(test);
    const huge = await draw(8000, 5001).png().toBuffer();
    const { status, body } = await upload(expert.id, huge);
    expect([status, body.message]).toEqual([413, 'Image must have less than 40 megapixels.']);
  });

  it('refuses a truncated picture', async () => {
    const expert = await anExpert(test);
    const whole = await sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: 'white',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .jpeg()
      .toBuffer();
    const { status, body } = await upload(expert.id, whole.subarray(0, whole.length / 2));
    expect(status).toBe(422);
    expect(body.message).toBe('This image is damaged or incomplete. Please select another one.');
  });

  // spec: 7.25
  it('explains what to send when the form is wrong', async () => {
    const expert = await anExpert(test);
    const url = `/api/experts/${expert.id}/upload-image`;
    const bytes = await draw(10, 10).png().toBuffer();
    const missing = 'Send the file in a form field named image.';
    const otherField = await admin.call('POST', url, formOf(bytes, 'face.png', 'picture'));
    expect([otherField.status, otherField.body.message]).toEqual([400, missing]);
    const json = await admin.call('POST', url, { image: 'face.png' });
    expect([json.status, json.body.message]).toEqual([400, missing]);
    const cutOff = await test.app.inject({
      method: 'POST',
      url,
      headers: {
        authorization: `Bearer ${admin.token}`,
        'content-type': 'multipart/form-data; boundary=x',
      },
      payload: '--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\nabc',
    });
    expect(cutOff.statusCode).toBe(400);
    expect(cutOff.json()).toEqual({
      message: 'The form data is broken or incomplete. Please try again.',
    });
  });

  it('is for existing experts', async () => {
    const bytes = await draw(10, 10).png().toBuffer();
    const missing = await upload('01a1fc91-9743-7ba3-b724-476a9e21bd15', bytes);
    expect([missing.status, missing.body.message]).toEqual([404, 'Expert not found']);
    expect((await upload('nobody', bytes)).status).toBe(400);
  });
});

it('serves only stored pictures', async () => {
  for (const name of ['..%2F..%2Fsecret.key', '..%2Fsecret.key', `${'0'.repeat(32)}.webp`, 'x']) {
    const { status } = await fetchImage(`/api/images/${name}`);
    expect(status, name).toBe(404);
  }
});

it('accepts only picture addresses that a page may load', async () => {
  const expert = await anExpert(test);
  const put = (imageUrl: string) => admin.call('PUT', `/api/experts/${expert.id}`, { imageUrl });
  for (const good of ['/sandbox/faces/sol.svg', 'https://cdn.example.com/sol.png', '']) {
    expect((await put(good)).status, good).toBe(200);
  }
  for (const bad of [
    'javascript:alert(1)',
    'http://example.com/a.png',
    '//example.com/a.png',
    '/\\x',
  ]) {
    const { status, body } = await put(bad);
    expect(status, bad).toBe(400);
    expect(body.message).toBe('imageUrl: Image must be a path on this site or an https:// address');
  }
});
