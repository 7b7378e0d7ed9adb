import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isDatabaseFailure } from '#server/db/database-failure.ts';
import { describeFailure } from '#server/db/describe-failure.ts';
import { AppError, unavailable } from '#server/errors.ts';
import { toLoggableError } from '#server/outside/loggable-error.ts';
import { onEveryAnswer } from './answer-headers.ts';

export const addressUnknown = 'There is nothing at this address.';
export const noNul = "Text can't contain the character NUL.";
const outOfRange = 'A number, date or id in this request is out of range.';
const databaseSlow = 'The database is slow or not there. Please try again in a few seconds.';
const retryAfterSeconds = 5;
const unexpected = 'Something went wrong. Please try again.';

const fastifyMessages: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'This content type is not supported. Send JSON.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'This is too large to be accepted.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The request body is incomplete.',
};

export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | AppError>((thrown, request, reply) => {
    const error = refuseWithoutDatabase(thrown, request);
    const { status, message } = describe(error);
    // A refusal is no failure, and under overload there are hundreds a second.
    const isRefusal = error instanceof AppError && status === 503;
    if (status >= 500 && !isRefusal)
      request.log.error({ err: toLoggableError(error) }, 'request failed');
    else if (findRefusedValue(error))
      request.log.warn({ err: toLoggableError(error) }, 'the database refused a value');
    if (error instanceof AppError && error.retryAfter !== undefined) {
      reply.header('retry-after', error.retryAfter);
    }
    const { need, current } = error instanceof AppError ? error : {};
    return reply.code(status).send({ message, ...(need && { need }), ...(current && { current }) });
  });
  app.setNotFoundHandler(answerNotFound);
}

/** Fastify gives a status to what is wrong with a request. */
function refuseWithoutDatabase(error: FastifyError | AppError, { log }: FastifyRequest) {
  const isOurs = error instanceof AppError || error.statusCode !== undefined;
  if (isOurs || !isDatabaseFailure(error)) return error;
  // Without a stack: there may be hundreds a second.
  log.warn({ reason: describeFailure(error) }, 'the database does not answer a request');
  return unavailable(databaseSlow, retryAfterSeconds);
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
  const refused = findRefusedValue(error);
  if (refused) return { status: 400, message: refused };
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

/**
 * What PostgreSQL says of a value that no schema had caught, by SQLSTATE: of text, then of a number, a date or an id.
 * Other codes of class 22 would be ours.
 */
const refusedValues: Record<string, string> = {
  '22021': noNul,
  '22P05': noNul,
  '22003': outOfRange,
  '22007': outOfRange,
  '22008': outOfRange,
  '22P02': outOfRange,
};

function findRefusedValue(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string' && Object.hasOwn(refusedValues, code)) {
      return refusedValues[code] ?? null;
    }
  }
  return null;
}
