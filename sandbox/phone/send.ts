import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { channelKeys } from '#shared/channels.ts';
import { findLineProblem, parsePhone } from '#shared/phone.ts';
import { addressOfExpert, addressOn } from '../addresses.ts';
import type { SandboxExpert } from '../context.ts';
import type { Ability, InboundResult } from '../gateway.ts';
import { PhoneError } from './errors.ts';
import type { PhoneContext } from './phone-context.ts';
import { readPicture } from './pictures.ts';
import { isShortCode, parseBody } from './requests.ts';

const bodyMaxLength = 1600;
const isPhone = (text: string) => parsePhone(text) === text;
const withoutWay = (id: string) => id.replace(/^rcs:/, '');

const sendRequest = z
  .object({
    /** The person (see addresses.ts), `rcs:` and a number, or a short code; and the expert's address. */
    from: z
      .string('Say whose phone it is')
      .min(1)
      .refine((id) => !/^(rcs:|[+\d])/.test(id) || isShortCode(id) || isPhone(withoutWay(id)), {
        error: ({ input }) =>
          findLineProblem(withoutWay(String(input))) ?? 'Write the number as +12025550143',
      }),
    channel: z.enum(channelKeys, 'Choose a channel').default('SMS'),
    to: z.string('Say who to text'),
    body: z
      .string('A text is required')
      .max(bodyMaxLength, `A text has at most ${bodyMaxLength} characters`)
      .default(''),
    kind: z
      .enum(['words', 'reaction', 'voice', 'location', 'close', 'edit', 'revoke'])
      .default('words'),
    /** In the phone's gallery. */
    pictures: z.array(z.string()).max(3, 'At most three pictures at once').default([]),
    quoted: z.string().nullish(),
    trick: z.enum(['repeated', 'forged']).nullish(),
  })
  .refine(
    ({ kind, body, pictures }) => kind !== 'words' || body.trim() !== '' || pictures.length > 0,
    'A text is required',
  );

export async function sendText(
  phone: PhoneContext,
  request: FastifyRequest,
): Promise<InboundResult> {
  const { from: person, channel, to, pictures: names, ...text } = parseBody(sendRequest, request);
  const expert = await findExpert(phone, channel, to);
  const gateway = phone.gateways.get(channel);
  const from = addressOn(channel, person, to);
  if (!gateway || !from) throw new PhoneError(422, "This phone can't write on that channel");
  const needed: Ability[] = [
    ...(text.kind === 'words' ? [] : [text.kind]),
    ...(names.length > 0 ? (['pictures'] as const) : []),
    ...(text.quoted && text.kind === 'words' ? (['quotes'] as const) : []),
  ];
  if (!needed.every((ability) => gateway.abilities.includes(ability))) {
    throw new PhoneError(422, `${gateway.name} does not carry that`);
  }
  const about = phone.context.texts.find(text.quoted ?? '');
  if (text.kind === 'reaction' && !about) throw new PhoneError(422, 'Choose the text to react to');
  const isChange = text.kind === 'edit' || text.kind === 'revoke';
  if (isChange && about?.from !== from) {
    throw new PhoneError(422, 'Only your own texts can be changed');
  }
  const webhookUrl = `${phone.getPublicUrl()}/api/webhooks/experts/${expert.id}`;
  const pictures = names.flatMap((name) => readPicture(name) ?? []);
  const senderId = expert.phoneNumberId;
  return phone.deliver(channel, { webhookUrl, from, to, senderId, pictures, ...text });
}

async function findExpert(
  { listExperts }: PhoneContext,
  channel: string,
  number: string,
): Promise<SandboxExpert> {
  const experts = await listExperts();
  const expert = experts.find(
    (each) => each.channel === channel && addressOfExpert(each) === number,
  );
  if (!expert) throw new PhoneError(404, 'No expert has this address');
  return expert;
}
