import { z } from 'zod';
import type { StripeSettings } from '#server/config.ts';
import { askVendor } from '#server/outside/outgoing/ask-vendor.ts';
import { broken, ok, Trouble, warn } from '#server/outside/outgoing/trouble.ts';
import type { Finding } from '#shared/api/doctor.ts';
import { type PaidPlanId, plans } from '#shared/plans.ts';
import { apiVersion } from './stripe.ts';
import { stripeEventTypes } from './stripe-event-types.ts';

const vendor = { name: 'Stripe', keys: 'STRIPE_SECRET_KEY', address: 'STRIPE_API_URL' };
const stripeWebhookPath = '/api/webhooks/stripe';

const endpoint = z.object({
  url: z.string(),
  status: z.string(),
  enabled_events: z.array(z.string()),
});
const endpoints = z.object({ data: z.array(endpoint) });

/** Stripe docs: the Webhook Endpoint object. */
export async function checkEndpoint(
  settings: StripeSettings,
  publicUrl: string,
  call: typeof fetch,
): Promise<Finding> {
  const ours = publicUrl + stripeWebhookPath;
  const permission =
    'Give the restricted key read access to Webhook Endpoints and Prices, at Stripe under API keys.';
  const { data } = await ask(settings, call, 'webhook_endpoints?limit=100', endpoints, permission);
  const found = data.filter(({ url }) => withoutEnd(url) === ours);
  const enabled = found.find(({ status }) => status === 'enabled');
  if (!found.length) {
    const fix = `At Stripe under Developers > Webhooks, add an endpoint with the address ${ours}.`;
    return broken('Stripe has no endpoint that leads to us, so payments are not counted.', fix);
  }
  if (!enabled) {
    return broken(
      'Our endpoint is disabled at Stripe.',
      'Enable it at Stripe under Developers > Webhooks.',
    );
  }
  const { enabled_events: events } = enabled;
  const missing = events.includes('*')
    ? []
    : stripeEventTypes.filter((type) => !events.includes(type));
  if (missing.length > 0) {
    const fix = `At Stripe under Developers > Webhooks, add to the endpoint: ${missing.join(', ')}.`;
    return broken(
      `Our endpoint lacks ${missing.length} of ${stripeEventTypes.length} events.`,
      fix,
    );
  }
  return ok('The endpoint leads to us, with every event.');
}

const withoutEnd = (url: string) => url.replace(/[?#].*$/, '');

const price = z.object({
  active: z.boolean(),
  currency: z.string(),
  unit_amount: z.number().nullable(),
  recurring: z.object({ interval: z.string(), interval_count: z.number().default(1) }).nullish(),
});
type Price = z.infer<typeof price>;

const intervals: Record<PaidPlanId, string | null> = {
  payg: null,
  monthly: 'month',
  annual: 'year',
};

export async function checkPrices(
  settings: StripeSettings,
  call: typeof fetch,
): Promise<Finding[]> {
  const ids = Object.keys(intervals) as PaidPlanId[];
  const set = ids.flatMap((plan) => {
    const id = settings.prices[plan];
    return id ? [{ plan, id }] : [];
  });
  if (set.length === 0) return [await checkKey(settings, call)];
  return Promise.all(set.map((one) => checkPrice(one, settings, call)));
}

async function checkKey(settings: StripeSettings, call: typeof fetch): Promise<Finding> {
  await ask(settings, call, 'prices?limit=1', z.object({ data: z.array(z.unknown()) }));
  return ok('The prices shown are charged; none is kept at Stripe.');
}

async function checkPrice(
  { plan, id }: { plan: PaidPlanId; id: string },
  settings: StripeSettings,
  call: typeof fetch,
): Promise<Finding> {
  const setting = `STRIPE_PRICE_${plan.toUpperCase()}`;
  const found = await ask(settings, call, `prices/${encodeURIComponent(id)}`, price).catch(
    (error) => {
      if (error instanceof Trouble && error.status === 404) return null;
      throw error;
    },
  );
  if (!found) {
    const fix = `Set ${setting} to a price of this account and mode, or remove it to charge the price shown.`;
    return broken('Stripe has no such price in this account and mode.', fix, setting);
  }
  const fix = `Make a price like that of ${plans[plan].name} at Stripe, and set its id as ${setting}, or remove it.`;
  const problem = findPriceProblem(found, plan);
  if (problem) return broken(problem, fix, setting);
  const cents = Math.round(plans[plan].price * 100);
  const { currency, unit_amount: amount } = found;
  if (currency === 'usd' && amount === cents) {
    return ok(`It is the price of ${plans[plan].name}.`, setting);
  }
  const charged = `${((amount ?? 0) / 100).toFixed(2)} ${currency.toUpperCase()}`;
  return warn(`Stripe charges ${charged}, but ${plans[plan].price} USD is shown.`, fix, setting);
}

function findPriceProblem({ active, recurring }: Price, plan: PaidPlanId): string | null {
  if (!active) return "The price is archived at Stripe, so it can't be bought.";
  const isEach = !recurring || recurring.interval_count === 1;
  if (isEach && (recurring?.interval ?? null) === intervals[plan]) return null;
  return 'The price is paid at another interval than the plan.';
}

function ask<Shape extends z.ZodType>(
  { secretKey, apiUrl }: StripeSettings,
  call: typeof fetch,
  path: string,
  shape: Shape,
  permission?: string,
): Promise<z.infer<Shape>> {
  const headers = { authorization: `Bearer ${secretKey}`, 'stripe-version': apiVersion };
  const asked = { url: `${apiUrl}/v1/${path}`, headers, shape };
  return askVendor(call, { ...vendor, ...(permission && { permission }) }, asked);
}
