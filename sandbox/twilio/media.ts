import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { pushBounded } from '../bounded.ts';
import type { InboundPicture } from '../gateway.ts';
import type { TwilioCode } from './errors.ts';
import { apiVersion } from './message-resource.ts';

type Media = InboundPicture & { sid: string; messageSid: string; failure: Failure | null };
/** How often the storage refuses before it gives the file. */
type Failure = { code: 404 | 500; times: number };

const keptMedia = 200;
/** The one place without credentials. */
export const storageRoute = '/media/:media';

/** The same by text, to see what becomes of a picture that can't be loaded: `[media 404]`, `[media 500 x2]`. */
const textedSwitch = /\[media (404|500)(?: x(\d{1,2}))?\]/i;

export type MediaStore = ReturnType<typeof createMediaStore>;

/** What came with texts; `apiUrl` is where the account's API is reached. */
export function createMediaStore(apiUrl: string) {
  const all: Media[] = [];
  return {
    add(messageSid: string, body: string, pictures: InboundPicture[]): { sid: string }[] {
      const failure = findTextedFailure(body);
      return pictures.map((picture) => {
        const sid = `ME${randomBytes(16).toString('hex')}`;
        pushBounded(all, { ...picture, sid, messageSid, failure }, keptMedia);
        return { sid };
      });
    },
    find: (sid: string) => all.find((media) => media.sid === sid) ?? null,
    /** As a webhook names it. */
    urlOf: (accountSid: string, messageSid: string, sid: string) =>
      `${apiUrl}/${apiVersion}/Accounts/${accountSid}/Messages/${messageSid}/Media/${sid}`,
    /** Where it lies: for everybody who knows the address, like the storage that Twilio redirects to. */
    storageUrl: (sid: string) => `${apiUrl}/media/${sid}`,
  };
}

function findTextedFailure(body: string): Failure | null {
  const found = textedSwitch.exec(body);
  if (!found) return null;
  return { code: found[1] === '404' ? 404 : 500, times: Number(found[2] ?? 99) || 1 };
}

/**
 * Twilio's address of a file asks for the account's credentials and leads on to a storage that wants none:
 * sent along, they are an error there, and somebody else would learn them.
 */
export function mediaRoutes(
  app: FastifyInstance,
  media: MediaStore,
  refuse: (reply: FastifyReply, code: TwilioCode) => FastifyReply,
): void {
  app.get<{ Params: { sid: string; media: string } }>(
    `/${apiVersion}/Accounts/:accountSid/Messages/:sid/Media/:media`,
    async ({ params }, reply) => {
      const found = media.find(params.media);
      if (found?.messageSid !== params.sid) return refuse(reply, 20404);
      return reply.redirect(media.storageUrl(found.sid), 307);
    },
  );
  app.get<{ Params: { media: string } }>(storageRoute, async ({ params, headers }, reply) => {
    const found = media.find(params.media);
    if (headers.authorization) return reply.code(400).send('Only one way to authenticate.');
    if (!found || isFailing(found)) return reply.code(found?.failure?.code ?? 404).send();
    return reply.type(found.contentType).send(found.bytes);
  });
}

function isFailing({ failure }: Media): boolean {
  if (!failure || failure.times === 0) return false;
  failure.times -= 1;
  return true;
}
