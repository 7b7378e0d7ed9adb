import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { type ChannelKey, channelKeys } from '#shared/channels.ts';
import { formatPhone, parsePhone, unsupportedPhoneMessage } from '#shared/phone.ts';
import { addressOfExpert } from '../addresses.ts';
import type { Text } from '../texts.ts';
import type { WireEntry } from '../wire.ts';
import { PhoneError } from './errors.ts';
import type { PhoneContext } from './phone-context.ts';
import { gallery } from './pictures.ts';
import { parse, parseBody } from './requests.ts';
import { sendText } from './send.ts';

const person = z.string('Say whose phone it is').min(1);
const channel = z.enum(channelKeys, 'Choose a channel');

const failureRequest = z.object({
  person,
  channel,
  kind: z.string().nullable(),
  times: z.number().int().min(1).max(99).default(1),
});
const personRequest = z.object({ phone: z.string('A phone number is required') });
const textsQuery = z.object({ person: person.optional(), number: z.string().optional() });
const personQuery = z.object({ person });

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
      people: people.list().map((each) => ({ ...each, failures: plannedFor(holder, each.id) })),
    }));
    app.post('/people', async (request, reply) => {
      const typed = parseBody(personRequest, request);
      if (parsePhone(typed.phone) === null) throw new PhoneError(400, unsupportedPhoneMessage);
      return reply.code(201).send({ person: people.add(typed.phone) });
    });
    app.get('/gateways', async () => ({ gateways: describeGateways(holder), gallery }));
    app.get('/experts', async () => ({ experts: await listContacts(holder) }));

    app.get('/conversations', async (request) => {
      const query = parse(personQuery, request.query);
      return { conversations: context.texts.conversations(query.person) };
    });
    app.get('/texts', async (request) => {
      const query = parse(textsQuery, request.query);
      const isMeant = (text: Text) =>
        (!query.person || text.person === query.person) &&
        (!query.number || text.number === query.number);
      return { texts: context.texts.all.filter(isMeant).slice(-shownTexts) };
    });
    app.post('/send', async (request, reply) =>
      reply.code(201).send(await sendText(holder, request)),
    );

    app.post('/failures', async (request) => {
      const wish = parseBody(failureRequest, request);
      const kinds = holder.gateways.get(wish.channel)?.failures ?? {};
      if (wish.kind !== null && !(wish.kind in kinds)) {
        throw new PhoneError(400, `Choose one of ${Object.keys(kinds).join(', ')}, or null`);
      }
      const failure = wish.kind === null ? null : { kind: wish.kind, times: wish.times };
      context.failures.plan(wish.channel, wish.person, failure);
      return { failure: context.failures.find(wish.channel, wish.person) };
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

/** What is planned to go wrong for one person, by channel. */
function plannedFor({ gateways, context }: PhoneContext, person: string) {
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

/** Experts with the address that a phone shows; null where no gateway is played or there is no address yet. */
async function listContacts({ listExperts, gateways }: PhoneContext) {
  const experts = await listExperts();
  return experts.map((expert) => {
    const number = gateways.has(expert.channel) ? addressOfExpert(expert) : null;
    return { ...expert, number, display: number && displayOf(expert.channel, number) };
  });
}

function displayOf(on: ChannelKey, number: string): string {
  return on === 'AMB' ? 'Business chat' : formatPhone(number);
}

/** A line of the drawer; headers and bodies are fetched when it is opened. */
export function summarise(entry: WireEntry) {
  const { request: _request, response, ...rest } = entry;
  return { ...rest, status: response?.status ?? null };
}
