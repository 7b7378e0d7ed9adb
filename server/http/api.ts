import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProviderDefault,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { badRequest } from '#server/errors.ts';
import { errorReply } from '#shared/api/common.ts';
import { mapTexts } from '#shared/texts.ts';

type Instance<Provider extends FastifyTypeProviderDefault> = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  Provider
>;

/** Where route files register: requests are validated, and replies cut to shape, by zod schemas. */
export type Api = Instance<ZodTypeProvider>;

/** Makes an instance validate and serialise by zod, and read JSON alone. */
export function speakJson(app: FastifyInstance): Api {
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Calls without a payload may still carry the header.
    if (body === '') return done(null, undefined);
    parseJson(request, body as string, (error, parsed) => {
      if (error) done(badRequest('The request body is not valid JSON'));
      // A database holds no half of a character, and neither does UTF-8.
      else
        done(
          null,
          mapTexts(parsed, (text) => text.toWellFormed()),
        );
    });
  });
  return app.withTypeProvider<ZodTypeProvider>();
}

/** What every route answers where it can't do what was asked. */
export const failures = { '4xx': errorReply, '5xx': errorReply } as const;

/** The replies of a route as its schema lists them: one kind of success, one shape of failure. */
export function replies<Success extends z.ZodType>(success: Success) {
  return { 200: success, ...failures } as const;
}
