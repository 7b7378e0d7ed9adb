import type { Account } from './account.ts';
import { invalid, noSuch } from './errors.ts';
import { expandObject, splitExpand } from './expand.ts';
import { type Params, parseForm } from './form.ts';
import { listInvoicePayments } from './invoices.ts';

type Listed = { id: string };
type List = {
  /** Oldest first. */
  all(account: Account): Listed[];
  filters: Record<string, (object: Record<string, unknown>) => unknown>;
  hides?: (object: Record<string, unknown>) => boolean;
};

const field = (name: string) => (object: Record<string, unknown>) => object[name];
const fields = (...names: string[]) => Object.fromEntries(names.map((name) => [name, field(name)]));

const lists: Record<string, List> = {
  customers: { all: ({ customers }) => [...customers.values()], filters: fields('email') },
  'checkout/sessions': {
    all: ({ checkouts }) => [...checkouts.values()].map(({ session }) => session),
    filters: fields('payment_intent', 'customer', 'subscription', 'status'),
  },
  subscriptions: {
    all: ({ subscriptions }) => [...subscriptions.values()],
    filters: fields('customer', 'status'),
    hides: ({ status }) => status === 'canceled',
  },
  disputes: {
    all: ({ disputes }) => [...disputes.values()],
    filters: fields('payment_intent', 'charge'),
  },
  invoice_payments: { all: listInvoicePayments, filters: fields('invoice', 'status', 'payment') },
  invoices: {
    all: ({ invoices }) => [...invoices.values()],
    filters: {
      ...fields('customer', 'status'),
      subscription: ({ parent }) =>
        (parent as { subscription_details: Params }).subscription_details.subscription,
    },
  },
  events: { all: ({ events }) => [...events], filters: fields('type', 'created') },
  webhook_endpoints: { all: (account) => [showEndpoint(account)], filters: {} },
  prices: {
    all: ({ prices }) => [...prices.values()],
    filters: {
      ...fields('type', 'currency', 'product'),
      active: ({ active }) => String(active),
    },
  },
};

/** Where this stand-in sends its events. */
function showEndpoint({ getPagesUrl }: Account) {
  const url = getPagesUrl().replace(/\/sandbox\/stripe$/, '/api/webhooks/stripe');
  const facts = { object: 'webhook_endpoint', livemode: false, metadata: {}, api_version: null };
  return { id: 'we_1Sandbox', ...facts, url, status: 'enabled', enabled_events: ['*'] };
}

export const listPaths = Object.keys(lists);

const defaultLimit = 10;
const maxLimit = 100;

/** Newest first (page "Pagination"). */
export function listObjects(account: Account, path: string, query: string) {
  const { all, filters, hides } = lists[path] as List; // one of listPaths
  const [params, expand] = splitExpand(parseForm(query));
  const { limit = String(defaultLimit), starting_after: cursor, ...wanted } = params;
  for (const name of Object.keys(wanted)) {
    if (!filters[name])
      throw invalid(`Received unknown parameter: ${name}`, name, 'parameter_unknown');
  }
  requireCustomer(account, wanted.customer);
  if (wanted.status === 'all') delete wanted.status;
  const isHidden = params.status === undefined ? hides : undefined;
  const objects = all(account).reverse();
  const rest = objects.slice(objects.findIndex(({ id }) => id === cursor) + 1);
  const found = rest.filter((object) => {
    const shown = object as Record<string, unknown>;
    const isWanted = Object.entries(wanted).every(([name, value]) =>
      matches(filters[name]?.(shown), value),
    );
    return isWanted && !isHidden?.(shown);
  });
  const data = found.slice(0, Math.min(Number(limit) || defaultLimit, maxLimit));
  const page = { object: 'list', data, has_more: found.length > data.length, url: `/v1/${path}` };
  return expandObject(account, page, expand);
}

/** A time may be wanted as a range: `created[gte]=…`. */
function matches(found: unknown, wanted: string | Params): boolean {
  if (typeof found !== 'number' || typeof wanted === 'string') {
    return JSON.stringify(found) === JSON.stringify(wanted);
  }
  const { gte = '0', lte = 'Infinity' } = wanted;
  return found >= Number(gte) && found <= Number(lte);
}

/** In a parameter, an unknown customer is a 400, not a 404. */
function requireCustomer({ customers }: Account, id: unknown): void {
  if (typeof id === 'string' && !customers.has(id)) throw noSuch('customer', id, 'customer');
}
