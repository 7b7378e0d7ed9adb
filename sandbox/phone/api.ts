import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { type ChannelKey, channelKeys } from '#shared/channels.ts';
import { findLineProblem, formatPhone, parsePhone } from '#shared/phone.ts';
import { addressOfExpert } from '../addresses.ts';
import { listSuggestions } from '../answers/subjects/find-answer.ts';
import type { Text } from '../texts.ts';
import type { WireEntry } from '../wire.ts';
import { PhoneError } from './errors.ts';
import type { PhoneContext } from './phone-context.ts';
import { gallery } from './pictures.ts';
import { isShortCode, parse, parseBody } from './requests.ts';
import { sendText } from './send.ts';

const person = z.string('Say whose phone it is').min(1);
const channel = z.enum(channelKeys, 'Choose a channel');

const failureRequest = z.object({
  person,
  channel,
  kind: z.string().nullable(),
  times: z.number().int().min(1).max(99).default(1),
});
const personRequest = z.object({
  phone: z
    .string('A phone number is required')
    .trim()
    .refine((text) => isShortCode(text) || !findLineProblem(text), {
      error: ({ input }) => findLineProblem(String(input)),
    })
    .transform((text) => parsePhone(text) ?? text),
});
const textsQuery = z.object({ person: person.optional(), number: z.string().optional() });
const personQuery = z.object({ person });

const maxTexts = 1000;
const maxEntries = 200;

export function createApi(phone: PhoneContext): FastifyPluginAsync {
  const { context, people } = phone;
  return async (app) => {
    app.setErrorHandler((error, _, reply) => {
      const known =
        error instanceof PhoneError ? error : new PhoneError(500, 'The sandbox had an error');
      return reply.code(known.status).send({ message: known.message });
    });
    app.setNotFoundHandler((_, reply) => reply.code(404).send({ message: 'No such address' }));

    app.get('/people', async () => ({
      people: people.list().map((each) => ({ ...each, failures: findFailures(phone, each.id) })),
    }));
    app.post('/people', async (request, reply) => {
      const { phone: number } = parseBody(personRequest, request);
      return reply.code(201).send({ person: people.add(number) });
    });
    app.get('/gateways', async () => ({ gateways: describeGateways(phone), gallery }));
    app.get('/experts', async () => ({ experts: await listContacts(phone) }));

    app.get('/conversations', async (request) => {
      const query = parse(personQuery, request.query);
      return { conversations: context.texts.conversations(query.person) };
    });
    app.get('/texts', async (request) => {
      const query = parse(textsQuery, request.query);
      const matches = (text: Text) =>
        (!query.person || text.person === query.person) &&
        (!query.number || text.number === query.number);
      return { texts: context.texts.all.filter(matches).slice(-maxTexts) };
    });
    app.post('/send', async (request, reply) =>
      reply.code(201).send(await sendText(phone, request)),
    );

    app.post('/failures', async (request) => {
      const plan = parseBody(failureRequest, request);
      const kinds = phone.gateways.get(plan.channel)?.failures ?? {};
      if (plan.kind !== null && !(plan.kind in kinds)) {
        throw new PhoneError(400, `Choose one of ${Object.keys(kinds).join(', ')}, or null`);
      }
      const failure = plan.kind === null ? null : { kind: plan.kind, times: plan.times };
      context.failures.plan(plan.channel, plan.person, failure);
      return { failure: context.failures.find(plan.channel, plan.person) };
    });

    app.get('/wire', async () => ({
      entries: context.wire.entries.slice(-maxEntries).map(summarize),
    }));
    app.get<{ Params: { id: string } }>('/wire/:id', async (request) => {
      const entry = context.wire.entries.find(({ id }) => String(id) === request.params.id);
      if (!entry) throw new PhoneError(404, 'This exchange is no longer in the log');
      return { entry };
    });
    app.get('/outbox', async () => ({ texts: context.texts.outbox.slice(-maxTexts) }));
    app.post('/reset', async (request) => {
      parseBody(z.object({}), request);
      phone.reset();
      return { ok: true };
    });
  };
}

function findFailures({ gateways, context }: PhoneContext, person: string) {
  return Object.fromEntries(
    [...gateways.keys()].map((key) => [key, context.failures.find(key, person)]),
  );
}

function describeGateways({ gateways }: PhoneContext) {
  return Object.fromEntries(
    [...gateways].map(([key, { name, abilities, failures }]) => [
      key,
      { name, abilities, failures },
    ]),
  );
}

/** Null address: the expert has none, or the sandbox has no such gateway. */
async function listContacts({ listExperts, gateways }: PhoneContext) {
  const experts = await listExperts();
  return experts.map((expert) => {
    const number = gateways.has(expert.channel) ? addressOfExpert(expert) : null;
    const display = number && formatAddress(expert.channel, number);
    return { ...expert, number, display, suggestions: listSuggestions(expert.displayName) };
  });
}

function formatAddress(channel: ChannelKey, number: string): string {
  return channel === 'AMB' ? 'Business chat' : formatPhone(number);
}

export function summarize(entry: WireEntry) {
  const { request: _request, response, ...rest } = entry;
  return { ...rest, status: response?.status ?? null };
}
