import { createHash, randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { pushBounded } from '../bounded.ts';
import type { InboundPicture } from '../gateway.ts';
import { graphVersion } from './app.ts';
import { createMetaError } from './errors.ts';

type Media = InboundPicture & { id: string; sha256: string };

const keptMedia = 200;
/** Meta has no such URL. */
export const openRoute = '/shown/:media';

export type MediaStore = ReturnType<typeof createMediaStore>;

export function createMediaStore(apiUrl: string) {
  const all: Media[] = [];
  return {
    add(picture: InboundPicture): Media {
      const id = String(randomInt(1e14, 2e14));
      const sha256 = createHash('sha256').update(picture.bytes).digest('base64');
      const media = { ...picture, id, sha256 };
      pushBounded(all, media, keptMedia);
      return media;
    },
    find: (id: string) => all.find((media) => media.id === id) ?? null,
    fileUrl: (id: string) => `${apiUrl}/file/${id}`,
    shownAt: (id: string) => new URL(`${apiUrl}/shown/${id}`).pathname,
  };
}

/** The id leads to a URL, the URL to the file; both need the token. */
export function addMediaRoutes(
  app: FastifyInstance,
  media: MediaStore,
  isSender: (id: string) => Promise<boolean>,
): void {
  type Named = { Params: { media: string } };
  app.get<Named>(`/${graphVersion}/:media`, async ({ params }, reply) => {
    const found = media.find(params.media);
    // The Graph API has one address for every kind of object.
    if (!found && (await isSender(params.media))) return { id: params.media };
    const missing = createMetaError(100, 'The media is not there.');
    if (!found) return reply.code(missing.status).send(missing.body);
    return {
      messaging_product: 'whatsapp',
      url: media.fileUrl(found.id),
      mime_type: found.contentType,
      sha256: found.sha256,
      file_size: found.bytes.length,
      id: found.id,
    };
  });
  for (const route of ['/file/:media', openRoute]) {
    app.get<Named>(route, async ({ params }, reply) => {
      const found = media.find(params.media);
      return found ? reply.type(found.contentType).send(found.bytes) : reply.code(404).send();
    });
  }
}
