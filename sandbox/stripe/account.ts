import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Charge, Dispute } from './charges.ts';
import type {
  CheckoutSession,
  Customer,
  Item,
  Metadata,
  PortalSession,
  Subscription,
} from './objects.ts';

/** A session with what Stripe knows of it but does not show in the object. */
export type Checkout = {
  session: CheckoutSession;
  item: Item;
  /** What the subscription or the payment is marked with. */
  innerMetadata: Metadata;
};

type Kept = {
  customers: Customer[];
  checkouts: Checkout[];
  subscriptions: Subscription[];
  charges: Charge[];
  disputes: Dispute[];
};

/** What the merchant has at Stripe. */
export type Account = {
  customers: Map<string, Customer>;
  checkouts: Map<string, Checkout>;
  subscriptions: Map<string, Subscription>;
  /** Of single payments, by their payment intent: the first try succeeds or there is none. */
  charges: Map<string, Charge>;
  disputes: Map<string, Dispute>;
  /** Short-lived: a portal is opened anew every time. */
  portals: Map<string, PortalSession>;
  /** Call it after every change. */
  save(): void;
};

/** @param file keeps the account over a restart, as the product keeps its database; null: in memory only. */
export function openAccount(file: string | null): Account {
  const kept = file === null ? null : readKept(file);
  const byId = <Thing>(things: Thing[] = [], idOf: (thing: Thing) => string) =>
    new Map(things.map((thing) => [idOf(thing), thing]));
  const customers = byId(kept?.customers, ({ id }) => id);
  const checkouts = byId(kept?.checkouts, ({ session }) => session.id);
  const subscriptions = byId(kept?.subscriptions, ({ id }) => id);
  const charges = byId(kept?.charges, ({ payment_intent }) => payment_intent);
  const disputes = byId(kept?.disputes, ({ id }) => id);
  return {
    customers,
    checkouts,
    subscriptions,
    charges,
    disputes,
    portals: new Map(),
    save() {
      if (file === null) return;
      const all: Kept = {
        customers: [...customers.values()],
        checkouts: [...checkouts.values()],
        subscriptions: [...subscriptions.values()],
        charges: [...charges.values()],
        disputes: [...disputes.values()],
      };
      writeKept(file, all);
    },
  };
}

function readKept(file: string): Kept | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
}

/** Whole or not at all. */
function writeKept(file: string, kept: Kept): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(kept));
  renameSync(`${file}.new`, file);
}
