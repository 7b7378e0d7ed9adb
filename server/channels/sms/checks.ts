import { z } from 'zod';
import { askVendor } from '#server/outside/outgoing/ask-vendor.ts';
import { broken, ok, Trouble, warn } from '#server/outside/outgoing/trouble.ts';
import type { Finding } from '#shared/api/doctor.ts';
import type { ChannelCheck, CheckedExpert, CheckFacts } from '../check.ts';
import { describeSendFailure, SendError } from '../send-error.ts';
import { findTwilioNumber } from './numbers.ts';
import type { TwilioAccount } from './rest.ts';

const vendor = {
  name: 'Twilio',
  keys: 'TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN',
  address: 'TWILIO_API_URL',
};
const webhookPath = '/api/webhooks/experts/';

export const smsChecks: ChannelCheck<TwilioAccount>[] = [
  {
    name: 'Twilio account',
    run: async (account, _facts, call) => [await checkAccount(account, call)],
  },
  { name: 'Twilio webhooks', run: checkWebhooks },
  { name: 'A2P 10DLC', run: checkCampaigns },
];

const accountShape = z.object({ status: z.string() });

async function checkAccount(account: TwilioAccount, call: typeof fetch): Promise<Finding> {
  const url = `${account.apiUrl}/2010-04-01/Accounts/${account.accountSid}.json`;
  const { status } = await ask(account, call, url, accountShape).catch((error) => {
    if (!(error instanceof Trouble) || error.status !== 404) throw error;
    const why = 'Twilio has no such account (HTTP 404).';
    throw new Trouble(broken(why, 'Correct TWILIO_ACCOUNT_SID, and TWILIO_API_URL if it is set.'));
  });
  if (status === 'active') return ok('Twilio accepts our credentials.');
  const fix = "See why in Twilio's console, for example an unpaid bill, or set another account.";
  return broken(`The account at Twilio is ${status}.`, fix);
}

function ask<Shape extends z.ZodType>(
  { accountSid, authToken }: TwilioAccount,
  call: typeof fetch,
  url: string,
  shape: Shape,
): Promise<z.infer<Shape>> {
  const basic = Buffer.from(`${accountSid}:${authToken}`).toString('base64');
  return askVendor(call, vendor, { url, headers: { authorization: `Basic ${basic}` }, shape });
}

async function checkWebhooks(
  account: TwilioAccount,
  facts: CheckFacts,
  call: typeof fetch,
): Promise<Finding[]> {
  const service = await readService(account, call);
  return Promise.all(
    facts.experts.map((expert) => checkExpert(expert, { account, facts, service, call })),
  );
}

type Scene = {
  account: TwilioAccount;
  facts: CheckFacts;
  service: Service | null;
  call: typeof fetch;
};

async function checkExpert(
  { name, address }: CheckedExpert,
  { account, facts, service, call }: Scene,
): Promise<Finding> {
  const number = await findTwilioNumber(address, account, call).catch(toTrouble);
  if (!number) {
    const fix = `Buy or move the number ${address} into this Twilio account, or give ${name} one that is in it.`;
    return broken(`${address} is not a number of our account at Twilio.`, fix, name);
  }
  const ours = facts.publicUrl + webhookPath;
  const isOverridden = service?.use_inbound_webhook_on_number === false;
  const leadsTo = isOverridden ? (service.inbound_request_url ?? null) : number.webhookUrl;
  if (leadsTo?.startsWith(ours)) return ok(`Texts to ${address} reach us.`, name);
  const where = leadsTo ? `go to ${withoutQuery(leadsTo)}` : 'go nowhere';
  const fix = isOverridden
    ? "In Twilio's console, let the messaging service defer to the sender's webhook."
    : `On the page of ${name}, press Set webhook, or set it at Twilio to ${ours}… by POST.`;
  return broken(`Texts to ${address} ${where}, not to us.`, fix, name);
}

/** Credentials and queries may be another service's. */
function withoutQuery(address: string): string {
  const url = URL.parse(address);
  return url ? url.origin + url.pathname : 'an address that is none';
}

function toTrouble(error: unknown): never {
  if (!(error instanceof SendError)) throw error;
  const { failure } = error;
  const why = `Twilio does not tell. ${describeSendFailure(failure)}`;
  if (failure.kind === 'credentials') {
    throw new Trouble(broken(why, `Correct ${vendor.keys}.`));
  }
  throw new Trouble(warn(why, `Check again, and correct ${vendor.address} if it is set.`));
}

/** Its settings replace those of its numbers. */
const serviceShape = z.object({
  sid: z.string(),
  use_inbound_webhook_on_number: z.boolean(),
  inbound_request_url: z.string().nullish(),
});
type Service = z.infer<typeof serviceShape>;

async function readService(account: TwilioAccount, call: typeof fetch): Promise<Service | null> {
  const { messagingServiceSid: sid } = account;
  if (!sid) return null;
  return ask(account, call, `${messagingUrl(account)}/v1/Services/${sid}`, serviceShape).catch(
    (error) => {
      if (!(error instanceof Trouble) || error.status !== 404) throw error;
      const why = 'Twilio has no such messaging service in our account (HTTP 404).';
      const fix =
        "Correct TWILIO_MESSAGING_SERVICE_SID, which Twilio's console shows under Messaging > Services.";
      throw new Trouble(broken(why, fix, 'TWILIO_MESSAGING_SERVICE_SID'));
    },
  );
}

/** Twilio serves messaging from a host of its own. */
function messagingUrl({ apiUrl }: TwilioAccount): string {
  return apiUrl.replace(
    /^https:\/\/api\.((?:[a-z0-9]+\.){0,2}twilio\.com)$/,
    'https://messaging.$1',
  );
}

const services = z.object({ services: z.array(z.object({ sid: z.string() })) });
const campaigns = z.object({ compliance: z.array(z.object({ campaign_status: z.string() })) });
const maxServices = 20;

/** Carriers in the US block texts from local numbers without a registered campaign (Twilio docs: UsAppToPerson resource). */
async function checkCampaigns(
  account: TwilioAccount,
  { experts }: CheckFacts,
  call: typeof fetch,
): Promise<Finding[]> {
  if (!experts.some(({ address }) => isLocalAmerican(address))) return [];
  const base = `${messagingUrl(account)}/v1/Services`;
  const sids = account.messagingServiceSid
    ? [account.messagingServiceSid]
    : (await ask(account, call, `${base}?PageSize=${maxServices}`, services)).services.map(
        ({ sid }) => sid,
      );
  const found = await Promise.all(
    sids.map((sid) => ask(account, call, `${base}/${sid}/Compliance/Usa2p`, campaigns)),
  );
  const states = found.flatMap(({ compliance }) => compliance.map((one) => one.campaign_status));
  return [describeCampaigns(states)];
}

function describeCampaigns(states: string[]): Finding {
  if (states.includes('VERIFIED')) return ok('The campaign for US numbers is verified.');
  const [state] = states;
  if (!state) {
    const why =
      'No A2P campaign is registered, so carriers in the US block texts from local numbers.';
    return broken(
      why,
      "Register brand and campaign in Twilio's console under Messaging > Regulatory compliance.",
    );
  }
  if (['FAILED', 'SUSPENDED', 'DELETED', 'EXPIRED'].includes(state)) {
    const fix =
      "See the reason in Twilio's console under Messaging > Regulatory compliance, correct the campaign and submit it again.";
    return broken(`The A2P campaign is ${state}, so carriers in the US block our texts.`, fix);
  }
  const fix =
    'Wait until the campaign is verified, which takes days, before people in the US text.';
  return warn(
    `The A2P campaign is ${state}: carriers in the US may block our texts until it is verified.`,
    fix,
  );
}

/** Toll-free numbers are verified in another way. */
function isLocalAmerican(address: string): boolean {
  return /^\+1(?!8(00|33|44|55|66|77|88))\d{10}$/.test(address);
}
