import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Charge, Dispute } from './charges.ts';
import type { StripeEvent } from './events.ts';
import { toSeconds } from './ids.ts';
import type { Invoice } from './invoices.ts';
import type { Checkout, Customer, PortalSession, Subscription } from './objects.ts';
import { listCatalogue, type Price } from './prices.ts';

type Saved = {
  customers: Customer[];
  checkouts: Checkout[];
  subscriptions: Subscription[];
  prices: Price[];
  invoices: Invoice[];
  charges: Charge[];
  disputes: Dispute[];
  events?: StripeEvent[];
  failingCards: string[];
  ahead: number;
};

/** Stripe keeps them for 30 days. */
const maxEvents = 1_000;

export type Account = {
  customers: Map<string, Customer>;
  checkouts: Map<string, Checkout>;
  subscriptions: Map<string, Subscription>;
  prices: Map<string, Price>;
  invoices: Map<string, Invoice>;
  /** By payment intent. */
  charges: Map<string, Charge>;
  disputes: Map<string, Dispute>;
  /** Oldest first. */
  events: StripeEvent[];
  /** Short-lived, so not saved. */
  portals: Map<string, PortalSession>;
  failingCards: Set<string>;
  /** In seconds; may be ahead of the wall clock. */
  now(): number;
  getPagesUrl(): string;
  setTime(seconds: number): void;
  /** Call after every change. */
  save(): void;
};

export function openAccount(
  file: string | null,
  wallClock = () => toSeconds(new Date()),
  getPagesUrl = () => 'https://stripe.example',
): Account {
  const saved = file === null ? null : readSaved(file);
  const byId = <Thing>(things: Thing[] = [], idOf: (thing: Thing) => string) =>
    new Map(things.map((thing) => [idOf(thing), thing]));
  const customers = byId(saved?.customers, ({ id }) => id);
  const checkouts = byId(saved?.checkouts, ({ session }) => session.id);
  const subscriptions = byId(saved?.subscriptions, ({ id }) => id);
  const prices = byId([...(saved?.prices ?? []), ...listCatalogue()], ({ id }) => id);
  const invoices = byId(saved?.invoices, ({ id }) => id);
  const charges = byId(saved?.charges, ({ payment_intent }) => payment_intent);
  const disputes = byId(saved?.disputes, ({ id }) => id);
  const events = saved?.events ?? [];
  const failingCards = new Set(saved?.failingCards);
  let ahead = saved?.ahead ?? 0;
  return {
    customers,
    checkouts,
    subscriptions,
    prices,
    invoices,
    charges,
    disputes,
    events,
    portals: new Map(),
    failingCards,
    now: () => wallClock() + ahead,
    getPagesUrl,
    setTime(seconds) {
      ahead = seconds - wallClock();
    },
    save() {
      if (file === null) return;
      const saved: Saved = {
        customers: [...customers.values()],
        checkouts: [...checkouts.values()],
        subscriptions: [...subscriptions.values()],
        prices: [...prices.values()],
        invoices: [...invoices.values()],
        charges: [...charges.values()],
        disputes: [...disputes.values()],
        events: events.slice(-maxEvents),
        failingCards: [...failingCards],
        ahead,
      };
      writeSaved(file, saved);
    },
  };
}

function readSaved(file: string): Saved | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Saved;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
}

/** Renamed when complete: a crash leaves the old file. */
function writeSaved(file: string, saved: Saved): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(saved));
  renameSync(`${file}.new`, file);
}
