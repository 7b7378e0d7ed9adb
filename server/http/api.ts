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
import { errorReply, staleReply } from '#shared/api/common.ts';
import { areStorable, mapTexts } from '#shared/texts.ts';
import { noNul } from './error-replies.ts';

type Instance<Provider extends FastifyTypeProviderDefault> = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  Provider
>;

/** Room for a prompt and a validator of 20,000 characters each, with a conversation. */
export const promptLimit = { bodyLimit: 256 * 1024 };

export type Api = Instance<ZodTypeProvider>;

export function acceptJson(app: FastifyInstance): Api {
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // A call without a payload may still send the header.
    if (body === '') return done(null, undefined);
    parseJson(request, body as string, (error, parsed) => {
      if (error) return done(badRequest('The request body is not valid JSON'));
      // Neither PostgreSQL nor UTF-8 can store half a surrogate pair.
      const text = mapTexts(parsed, (each) => each.toWellFormed());
      done(areStorable(text) ? null : badRequest(noNul), text);
    });
  });
  app.addHook('preValidation', async ({ query, params }) => {
    if (!areStorable({ ...(query as object), ...(params as object) })) throw badRequest(noNul);
  });
  return app.withTypeProvider<ZodTypeProvider>();
}

export const failures = { '4xx': errorReply, '5xx': errorReply } as const;

/** For edits that may be based on an older state. */
export function editReplies<Success extends z.ZodType, Current extends z.ZodType>(
  success: Success,
  current: Current,
) {
  return { ...replies(success), 409: staleReply(current) } as const;
}

export function replies<Success extends z.ZodType>(success: Success) {
  return { 200: success, ...failures } as const;
}
