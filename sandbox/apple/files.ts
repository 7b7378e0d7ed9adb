import { createCipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { pushBounded } from '../bounded.ts';
import type { InboundPicture } from '../gateway.ts';

type File = InboundPicture & { sid: string; encrypted: Buffer; owner: string; signature: string };
export type Attachment = Record<
  'name' | 'mimeType' | 'size' | 'key' | 'url' | 'owner' | 'signature-base64' | 'signature',
  string
>;

const keptFiles = 200;
/** Without a token: Apple's storage and the phone page's pictures. */
export const storageRoute = '/files/:sid';
export const pictureRoute = '/pictures/:sid';

export type FileStore = ReturnType<typeof createFileStore>;

export function createFileStore(apiUrl: string) {
  const all: File[] = [];
  return {
    /** As a phone does: a key per file, and a counter from zero. */
    add(picture: InboundPicture, name: string): { sid: string; attachment: Attachment } {
      const sid = randomUUID();
      const key = randomBytes(32);
      const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
      const encrypted = Buffer.concat([cipher.update(picture.bytes), cipher.final()]);
      const checksum = createHash('sha256').update(encrypted).digest();
      const signature = checksum.toString('base64');
      const owner = `M${sid}.sandbox`;
      pushBounded(all, { ...picture, sid, encrypted, owner, signature }, keptFiles);
      const attachment = {
        name,
        mimeType: picture.contentType,
        size: String(encrypted.length),
        key: `00${key.toString('hex')}`,
        url: `https://sandbox-mmcs.icloud-content.com/${sid}`,
        owner,
        'signature-base64': signature,
        signature: checksum.toString('hex'),
      };
      return { sid, attachment };
    },
    find: (sid: string) => all.find((file) => file.sid === sid) ?? null,
    pathOf: (sid: string) => new URL(`${apiUrl}/pictures/${sid}`).pathname,
    downloadUrl: (sid: string) => `${apiUrl}/files/${sid}`,
  };
}

export function addFileRoutes(app: FastifyInstance, files: FileStore): void {
  app.get('/v1/preUpload', async ({ headers }, reply) => {
    if (!headers['source-id'] || !headers.size) return sendEmpty(reply, 400);
    const owner = `M${randomUUID()}.sandbox`;
    return {
      'upload-url': files.downloadUrl(owner),
      'mmcs-url': files.downloadUrl(owner),
      'mmcs-owner': owner,
    };
  });
  app.get('/v1/preDownload', async ({ headers }, reply) => {
    const { url, owner, signature } = headers;
    if (!headers['source-id'] || !url || !owner || !signature) return sendEmpty(reply, 400);
    const file = files.find(String(url).split('/').at(-1) ?? '');
    if (file?.owner !== owner || file?.signature !== signature) return sendEmpty(reply, 404);
    return { 'download-url': files.downloadUrl(file.sid) };
  });
  app.get<{ Params: { sid: string } }>(storageRoute, async ({ params, headers }, reply) => {
    // The token is for Apple's gateway; the storage belongs to another company.
    if (headers.authorization) return sendEmpty(reply, 400);
    const file = files.find(params.sid);
    return file
      ? reply.type('application/octet-stream').send(file.encrypted)
      : sendEmpty(reply, 404);
  });
  app.get<{ Params: { sid: string } }>(pictureRoute, async ({ params }, reply) => {
    const file = files.find(params.sid);
    return file ? reply.type(file.contentType).send(file.bytes) : sendEmpty(reply, 404);
  });
}

const sendEmpty = (reply: FastifyReply, status: number) => reply.code(status).send();
