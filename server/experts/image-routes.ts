import { z } from 'zod';
import { notFound } from '#server/errors.ts';
import { type Api, failures } from '#server/http/api.ts';
import { findImage } from '#server/outside/images/files.ts';
import type { Runtime } from '#server/runtime.ts';

/** Public: login pages show a brand's picture. */
export async function imageRoutes(app: Api, { files }: Runtime): Promise<void> {
  app.get(
    '/api/images/:name',
    {
      schema: {
        params: z.object({ name: z.string() }),
        response: {
          200: { description: 'A picture.', content: { 'image/webp': { schema: z.any() } } },
          ...failures,
        },
      },
    },
    async ({ params }, reply) => {
      const image = await findImage(files, params.name);
      if (!image) throw notFound('Image');
      // The name is a hash of the content.
      reply.header('cache-control', 'public, max-age=31536000, immutable');
      return reply.type('image/webp').send(image);
    },
  );
}
