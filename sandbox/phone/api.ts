import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { formatPhone, parsePhone, unsupportedPhoneMessage } from '#shared/phone.ts';
import { readText } from '../body-parsers.ts';
import type { SandboxExpert } from '../context.ts';
import type { Text } from '../texts.ts';
import { bodyMaxLength } from '../twilio/create-request.ts';
import { type SendFailure, sendFailures } from '../twilio/failures.ts';
import type { WireEntry } from '../wire.ts';
import { PhoneError } from './errors.ts';
import type { PhoneContext } from './phone.ts';

const phone = z
  .string('A phone number is required')
  .transform((typed) => parsePhone(typed))
  .pipe(z.string(unsupportedPhoneMessage));
const failureKinds = Object.keys(sendFailures) as [SendFailure, ...SendFailure[]];

const sendRequest = z.object({
  from: phone,
  to: phone,
  body: z
    .string('A text is required')
    .max(bodyMaxLength, `A text has at most ${bodyMaxLength} characters`)
    .refine((text) => text.trim() !== '', 'A text is required'),
});
const failureRequest = z.object({
  phone,
  kind: z.enum(failureKinds, `Choose one of ${failureKinds.join(', ')}, or null`).nullable(),
  times: z.number().int().min(1).max(99).default(1),
});
const personRequest = z.object({ phone: z.string('A phone number is required') });
const textsQuery = z.object({ person: phone.optional(), number: phone.optional() });
const personQuery = z.object({ person: phone });

/** The newest that a page is given; what is older is of no use on a screen. */
const shownTexts = 1000;
const shownEntries = 200;

/** What the phone page asks and does; every error is `{ message }`. */
export function createApi(holder: PhoneContext): FastifyPluginAsync {
  const { context, people } = holder;
  return async (app) => {
    app.setErrorHandler((error, _, reply) => {
      const known =
        error instanceof PhoneError ? error : new PhoneError(500, 'The sandbox stumbled');
      return reply.code(known.status).send({ message: known.message });
    });
    app.setNotFoundHandler((_, reply) => reply.code(404).send({ message: 'No such address' }));

    app.get('/people', async () => ({
      people: people.list().map((person) => ({
        ...person,
        failure: context.failures.find(person.phone),
      })),
      failureKinds: sendFailures,
    }));
    app.post('/people', async (request, reply) => {
      const typed = parseBody(personRequest, request);
      if (parsePhone(typed.phone) === null) throw new PhoneError(400, unsupportedPhoneMessage);
      return reply.code(201).send({ person: people.add(typed.phone) });
    });
    app.get('/experts', async () => {
      const experts = await holder.listExperts();
      return {
        experts: experts.map((expert) => ({
          ...expert,
          display: expert.phoneNumber && formatPhone(expert.phoneNumber),
        })),
      };
    });

    app.get('/conversations', async (request) => {
      const { person } = parse(personQuery, request.query);
      return { conversations: context.texts.conversations(person) };
    });
    app.get('/texts', async (request) => {
      const { person, number } = parse(textsQuery, request.query);
      const isMeant = (text: Text) =>
        (!person || text.person === person) && (!number || text.number === number);
      return { texts: context.texts.all.filter(isMeant).slice(-shownTexts) };
    });
    app.post('/send', async (request, reply) => {
      const { from, to, body } = parseBody(sendRequest, request);
      const expert = await findExpert(holder, to);
      const webhookUrl = `${holder.getPublicUrl()}/api/webhooks/experts/${expert.id}`;
      return reply.code(201).send(await holder.deliverText({ webhookUrl, from, to, body }));
    });

    app.get('/failures', async () => ({ failures: context.failures.list() }));
    app.post('/failures', async (request) => {
      const { phone: person, kind, times } = parseBody(failureRequest, request);
      context.failures.plan(person, kind && { kind, times });
      return { failure: context.failures.find(person) };
    });

    app.get('/wire', async () => ({
      entries: context.wire.entries.slice(-shownEntries).map(summarise),
    }));
    app.get<{ Params: { id: string } }>('/wire/:id', async (request) => {
      const entry = context.wire.entries.find(({ id }) => String(id) === request.params.id);
      if (!entry) throw new PhoneError(404, 'The sandbox has forgotten this exchange');
      return { entry };
    });
    app.get('/outbox', async () => ({ texts: context.texts.outbox.slice(-shownTexts) }));
    app.post('/reset', async (request) => {
      parseBody(z.object({}), request);
      holder.reset();
      return { ok: true };
    });
  };
}

/** A line of the drawer; headers and bodies are fetched when it is opened. */
export function summarise(entry: WireEntry) {
  const { request: _request, response, ...rest } = entry;
  return { ...rest, status: response?.status ?? null };
}

async function findExpert({ listExperts }: PhoneContext, number: string): Promise<SandboxExpert> {
  const experts = await listExperts();
  const expert = experts.find((each) => each.channel === 'SMS' && each.phoneNumber === number);
  if (!expert) throw new PhoneError(404, 'No expert answers texts on this number');
  return expert;
}

/** JSON only: another site's form could otherwise text from here behind the visitor's back. */
function parseBody<T extends z.ZodType>(schema: T, request: FastifyRequest): z.output<T> {
  if (!request.headers['content-type']?.startsWith('application/json')) {
    throw new PhoneError(415, 'Send JSON');
  }
  let value: unknown;
  try {
    value = JSON.parse(readText(request.body));
  } catch {
    throw new PhoneError(400, 'The body is not valid JSON');
  }
  return parse(schema, value);
}

function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new PhoneError(400, parsed.error.issues[0]?.message ?? 'Invalid request');
}
