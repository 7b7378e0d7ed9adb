import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { AppError } from '#server/errors.ts';
import { toLoggableError } from '#server/loggable-error.ts';
import { onEveryAnswer } from './answer-headers.ts';

export const addressUnknown = 'There is nothing at this address.';
export const noNul = "Text can't contain the character NUL.";
const unexpected = 'Something went wrong. Please try again.';

const fastifyMessages: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'This content type is not supported. Send JSON.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'This is too large to be accepted.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The request body is incomplete.',
};

export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | AppError>((error, request, reply) => {
    const { status, message } = describe(error);
    // A refusal is no failure, and under overload there are hundreds a second.
    const isRefusal = error instanceof AppError && status === 503;
    if (status >= 500 && !isRefusal)
      request.log.error({ err: toLoggableError(error) }, 'request failed');
    if (error instanceof AppError && error.retryAfter !== undefined) {
      reply.header('retry-after', error.retryAfter);
    }
    const { need, current } = error instanceof AppError ? error : {};
    return reply.code(status).send({ message, ...(need && { need }), ...(current && { current }) });
  });
  app.setNotFoundHandler(answerNotFound);
}

export function answerNotFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(404).send({ message: addressUnknown });
}

/** Before a route is found. */
export function answerFrameworkError(
  error: FastifyError,
  _request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { status, message } = describe(error);
  // Neither hooks nor serializers have seen this request.
  for (const [name, value] of Object.entries(onEveryAnswer)) reply.header(name, value);
  reply.code(status).type('application/json').serializer(JSON.stringify).send({ message });
}

function describe(error: FastifyError | AppError): { status: number; message: string } {
  if (error instanceof AppError) return { status: error.status, message: error.message };
  if (hasZodFastifySchemaValidationErrors(error)) {
    return { status: 400, message: withFieldName(error.validation[0]) };
  }
  if (hasBadCharacter(error)) {
    return { status: 400, message: noNul };
  }
  const status = error.statusCode ?? 500;
  if (status < 400 || status >= 500) return { status: 500, message: unexpected };
  return { status, message: fastifyMessages[error.code] ?? "This request can't be understood." };
}

/** `/config/apiKey` and `API key is required` → `config.apiKey: API key is required` */
function withFieldName(
  issue: { instancePath: string; message?: string | undefined } | undefined,
): string {
  const field = issue?.instancePath.split('/').filter(Boolean).join('.');
  if (!issue || !field) return 'The request body must be a JSON object';
  return `${field}: ${issue.message ?? 'Invalid value'}`;
}

/** PostgreSQL can't store NUL: its "22021" and "22P05". */
function hasBadCharacter(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: string };
    if (code === '22021' || code === '22P05') return true;
  }
  return false;
}
