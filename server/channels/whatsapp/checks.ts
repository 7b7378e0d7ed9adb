import { z } from 'zod';
import { askVendor } from '#server/outside/outgoing/ask-vendor.ts';
import { broken, ok, Trouble, warn } from '#server/outside/outgoing/trouble.ts';
import type { Finding } from '#shared/api/doctor.ts';
import { dayMs } from '#shared/time.ts';
import type { ChannelCheck, CheckFacts } from '../check.ts';
import { createAuthHeader, graphVersion, type WhatsAppApp } from './graph.ts';

const vendor = { name: 'Meta', keys: 'WHATSAPP_ACCESS_TOKEN', address: 'WHATSAPP_API_URL' };
const webhookPath = '/api/webhooks/whatsapp';
const soonDays = 14;

export const whatsappChecks: ChannelCheck<WhatsAppApp>[] = [
  { name: 'WhatsApp token', run: checkToken },
  { name: 'WhatsApp subscription', run: checkSubscription },
  { name: 'WhatsApp webhook', run: checkWebhook },
  { name: 'WhatsApp numbers', run: checkNumbers },
];

const newToken =
  'Create a permanent token of a system user at Meta, and set it as WHATSAPP_ACCESS_TOKEN.';

/** Meta docs: graph-api/reference/debug_token. */
const tokenShape = z.object({
  data: z.object({
    is_valid: z.boolean(),
    app_id: z.coerce.string().optional(),
    /** In seconds; 0: never. */
    expires_at: z.number().optional(),
    data_access_expires_at: z.number().optional(),
    scopes: z.array(z.string()).optional(),
    granular_scopes: z
      .array(z.object({ scope: z.string(), target_ids: z.array(z.string()).optional() }))
      .optional(),
  }),
});
type Token = z.infer<typeof tokenShape>['data'];

async function checkToken(app: WhatsAppApp, { now }: CheckFacts, call: typeof fetch) {
  const { scopes, expires_at: end = 0 } = await readToken(app, call);
  const missing = ['whatsapp_business_messaging', 'whatsapp_business_management'].filter(
    (scope) => scopes && !scopes.includes(scope),
  );
  if (missing.length > 0) {
    const fix = `Create a token with ${missing.join(' and ')} at Meta, and set it as WHATSAPP_ACCESS_TOKEN.`;
    return [broken(`The token lacks ${missing.join(' and ')}.`, fix)];
  }
  if (end === 0) return [ok('The token is valid and does not expire.')];
  const days = Math.floor((end * 1000 - now.getTime()) / dayMs);
  if (days < 0) return [broken(`The token expired ${-days} days ago.`, newToken)];
  if (days < soonDays) return [warn(`The token expires in ${days} days.`, newToken)];
  return [ok(`The token is valid for ${days} days.`)];
}

/** @throws {Trouble} for a token that is not valid. */
async function readToken(app: WhatsAppApp, call: typeof fetch): Promise<Token> {
  const query = new URLSearchParams({ input_token: app.accessToken });
  const { data } = await ask(app, call, `debug_token?${query}`, tokenShape).catch((error) => {
    // Meta answers 400 to a token that it can't read.
    if (error instanceof Trouble && [400, 401].includes(error.status ?? 0)) throw invalid;
    throw error;
  });
  if (!data.is_valid) throw invalid;
  return data;
}

/** Null where the check of the token says why. */
function findToken(app: WhatsAppApp, call: typeof fetch): Promise<Token | null> {
  return readToken(app, call).catch((error) => {
    if (error instanceof Trouble) return null;
    throw error;
  });
}

const invalid = new Trouble(
  broken('Meta refuses the token: it has expired, was revoked, or is another one.', newToken),
);

const subscribed = z.object({
  data: z.array(
    z.object({
      whatsapp_business_api_data: z.object({ id: z.coerce.string().optional() }).optional(),
      override_callback_uri: z.string().optional(),
    }),
  ),
});

/** Meta docs: whatsapp_business_account/subscribed_apps. Without it, an account's texts reach no app. */
async function checkSubscription(
  app: WhatsAppApp,
  { publicUrl }: CheckFacts,
  call: typeof fetch,
): Promise<Finding[]> {
  const token = await findToken(app, call);
  if (!token) return [];
  const accounts = listAccounts(token);
  if (accounts.length === 0) {
    const why = 'The token names no WhatsApp account, so its subscription could not be looked at.';
    return [
      warn(why, 'Assign the WhatsApp account to the system user at Meta, and create a new token.'),
    ];
  }
  return Promise.all(
    accounts.map(async (id) => {
      const { data } = await ask(app, call, `${id}/subscribed_apps`, subscribed);
      const ours = data.find((one) => {
        const appId = one.whatsapp_business_api_data?.id;
        return !token.app_id || !appId || appId === token.app_id;
      });
      return describeSubscription(id, ours, publicUrl);
    }),
  );
}

function describeSubscription(
  id: string,
  ours: { override_callback_uri?: string | undefined } | undefined,
  publicUrl: string,
): Finding {
  const about = `Account ${id}`;
  const fix = `Subscribe the app to the account: POST /${graphVersion}/${id}/subscribed_apps with the token.`;
  if (!ours)
    return broken(
      'The app is not subscribed to the WhatsApp account, so no text arrives.',
      fix,
      about,
    );
  const elsewhere = ours.override_callback_uri;
  if (elsewhere && elsewhere !== publicUrl + webhookPath) {
    const why = 'The account has a callback of its own, which leads elsewhere.';
    return broken(
      why,
      `Subscribe the app anew without override_callback_uri, or with ${publicUrl}${webhookPath}.`,
      about,
    );
  }
  return ok('The app is subscribed.', about);
}

function listAccounts({ granular_scopes: scopes = [] }: Token): string[] {
  const found = scopes.filter(({ scope }) => scope.startsWith('whatsapp_business_'));
  return [...new Set(found.flatMap(({ target_ids: ids }) => ids ?? []))];
}

const subscriptions = z.object({
  data: z.array(
    z.object({
      object: z.string(),
      callback_url: z.string().nullish(),
      active: z.boolean().optional(),
      fields: z.array(z.union([z.string(), z.object({ name: z.string() })])).catch([]),
    }),
  ),
});

/** Meta docs: graph-api/reference/app/subscriptions. With the app's own token, so a wrong secret shows, too. */
async function checkWebhook(
  app: WhatsAppApp,
  { publicUrl }: CheckFacts,
  call: typeof fetch,
): Promise<Finding[]> {
  const id = (await findToken(app, call))?.app_id;
  if (!id) return [];
  const accessToken = `${id}|${app.appSecret}`;
  const { data } = await ask(
    { ...app, accessToken },
    call,
    `${id}/subscriptions`,
    subscriptions,
  ).catch((error) => {
    if (!(error instanceof Trouble) || ![400, 401, 403].includes(error.status ?? 0)) throw error;
    const why = `Meta refuses WHATSAPP_APP_SECRET, so webhooks are refused as forged (HTTP ${error.status}).`;
    const fix = "Set WHATSAPP_APP_SECRET to the app's secret at Meta under App settings > Basic.";
    throw new Trouble(broken(why, fix, 'WHATSAPP_APP_SECRET'));
  });
  const ours = publicUrl + webhookPath;
  const set = `At Meta, under WhatsApp > Configuration, set the webhook ${ours} and subscribe to messages.`;
  const found = data.find(({ object }) => object === 'whatsapp_business_account');
  if (!found?.callback_url) return [broken('The app has no webhook for WhatsApp.', set)];
  if (found.callback_url !== ours)
    return [broken("The app's webhook leads elsewhere, not to us.", set)];
  const names = found.fields.map((field) => (typeof field === 'string' ? field : field.name));
  if (found.active === false || !names.includes('messages')) {
    return [broken("The app's webhook is not subscribed to messages.", set)];
  }
  return [ok("The app's webhook leads to us.")];
}

const numberShape = z.object({ id: z.coerce.string() });

async function checkNumbers(
  app: WhatsAppApp,
  { experts }: CheckFacts,
  call: typeof fetch,
): Promise<Finding[]> {
  return Promise.all(
    experts.map(async ({ name, senderId }) => {
      const id = senderId ?? app.phoneNumberId;
      if (!id) {
        const fix = `Enter the number's ID on the page of ${name}, or set WHATSAPP_PHONE_NUMBER_ID.`;
        return broken('It has no phone number ID, so it can answer no text.', fix, name);
      }
      try {
        await ask(app, call, `${encodeURIComponent(id)}?fields=id`, numberShape);
        return ok('Meta knows its number.', name);
      } catch (error) {
        if (!(error instanceof Trouble) || ![400, 404].includes(error.status ?? 0)) throw error;
        const fix = `Correct the phone number ID of ${name}, which Meta shows under WhatsApp > API setup.`;
        return broken(
          'Meta does not know its phone number ID, or the token may not use it.',
          fix,
          name,
        );
      }
    }),
  );
}

function ask<Shape extends z.ZodType>(
  app: WhatsAppApp,
  call: typeof fetch,
  path: string,
  shape: Shape,
): Promise<z.infer<Shape>> {
  const url = `${app.apiUrl}/${graphVersion}/${path}`;
  return askVendor(call, vendor, { url, headers: createAuthHeader(app), shape });
}
