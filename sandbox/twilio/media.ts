import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { pushBounded } from '../bounded.ts';
import type { TwilioAccount } from '../context.ts';
import type { InboundPicture } from '../gateway.ts';
import type { TwilioCode } from './errors.ts';
import { apiVersion, formatRfc2822 } from './message-resource.ts';
import { showPage } from './page.ts';

type Media = InboundPicture & {
  sid: string;
  messageSid: string;
  createdAt: string;
  failure: Failure | null;
};
type Failure = { code: 404 | 500; times: number };

const keptMedia = 200;
/** The only URL without credentials. */
export const storageRoute = '/media/:media';

/** `[media 404]`: pictures never load; `[media 500 x2]`: not at first. */
const textedSwitch = /\[media (404|500)(?: x(\d{1,2}))?\]/i;

export type MediaStore = ReturnType<typeof createMediaStore>;

export function createMediaStore(apiUrl: string) {
  const all: Media[] = [];
  return {
    add(messageSid: string, body: string, pictures: InboundPicture[]): { sid: string }[] {
      const failure = findTextedFailure(body);
      return pictures.map((picture) => {
        const sid = `ME${randomBytes(16).toString('hex')}`;
        const createdAt = new Date().toISOString();
        pushBounded(all, { ...picture, sid, messageSid, createdAt, failure }, keptMedia);
        return { sid };
      });
    },
    find: (sid: string) => all.find((media) => media.sid === sid) ?? null,
    list: (messageSid: string) => all.filter((media) => media.messageSid === messageSid),
    urlOf: (accountSid: string, messageSid: string, sid: string) =>
      `${apiUrl}/${apiVersion}/Accounts/${accountSid}/Messages/${messageSid}/Media/${sid}`,
    storageUrl: (sid: string) => `${apiUrl}/media/${sid}`,
  };
}

function findTextedFailure(body: string): Failure | null {
  const found = textedSwitch.exec(body);
  if (!found) return null;
  return { code: found[1] === '404' ? 404 : 500, times: Number(found[2] ?? 99) || 1 };
}

type MediaRoutes = {
  media: MediaStore;
  account: TwilioAccount;
  refuse: (reply: FastifyReply, code: TwilioCode) => FastifyReply;
};

/**
 * Twilio's file URL needs credentials and leads to another company's storage, which refuses them.
 * `.json` describes the file.
 */
export function addMediaRoutes(
  app: FastifyInstance,
  { media, account, refuse }: MediaRoutes,
): void {
  const path = `/${apiVersion}/Accounts/:accountSid/Messages/:sid/Media`;
  const show = (one: Media) => showMedia(one, account.accountSid);

  app.get<{ Params: { sid: string } }>(`${path}.json`, async ({ params: { sid }, url }) => {
    const query = new URLSearchParams(url.split('?')[1] ?? '');
    const listPath = `/${apiVersion}/Accounts/${account.accountSid}/Messages/${sid}/Media.json`;
    return showPage('media_list', listPath, query, media.list(sid), show);
  });
  app.get<{ Params: { sid: string; file: string } }>(`${path}/:file`, async ({ params }, reply) => {
    const found = media.find(params.file.replace(/\.json$/, ''));
    if (found?.messageSid !== params.sid) return refuse(reply, 20404);
    if (params.file.endsWith('.json')) return show(found);
    return reply.redirect(media.storageUrl(found.sid), 307);
  });
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

function showMedia({ sid, messageSid, contentType, createdAt }: Media, accountSid: string) {
  return {
    account_sid: accountSid,
    content_type: contentType,
    date_created: formatRfc2822(createdAt),
    date_updated: formatRfc2822(createdAt),
    parent_sid: messageSid,
    sid,
    uri: `/${apiVersion}/Accounts/${accountSid}/Messages/${messageSid}/Media/${sid}.json`,
  };
}
