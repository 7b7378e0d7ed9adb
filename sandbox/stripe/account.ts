import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Charge, Dispute } from './charges.ts';
import { toSeconds } from './ids.ts';
import type { Checkout, Customer, PortalSession, Subscription } from './objects.ts';

type Kept = {
  customers: Customer[];
  checkouts: Checkout[];
  subscriptions: Subscription[];
  charges: Charge[];
  disputes: Dispute[];
  failingCards: string[];
  ahead: number;
};

/** What the merchant has at Stripe. */
export type Account = {
  customers: Map<string, Customer>;
  checkouts: Map<string, Checkout>;
  subscriptions: Map<string, Subscription>;
  /** By their payment intent: the first try succeeds or there is none. */
  charges: Map<string, Charge>;
  disputes: Map<string, Dispute>;
  /** Short-lived: a portal is opened anew every time. */
  portals: Map<string, PortalSession>;
  /** Subscriptions whose card is refused from now on. */
  failingCards: Set<string>;
  /** The time at Stripe in seconds: that on the wall, unless it was moved on. */
  now(): number;
  setTime(seconds: number): void;
  /** Call it after every change. */
  save(): void;
};

/** @param file keeps the account over a restart, as the product keeps its database; null: in memory only. */
export function openAccount(file: string | null, wallClock = () => toSeconds(new Date())): Account {
  const kept = file === null ? null : readKept(file);
  const byId = <Thing>(things: Thing[] = [], idOf: (thing: Thing) => string) =>
    new Map(things.map((thing) => [idOf(thing), thing]));
  const customers = byId(kept?.customers, ({ id }) => id);
  const checkouts = byId(kept?.checkouts, ({ session }) => session.id);
  const subscriptions = byId(kept?.subscriptions, ({ id }) => id);
  const charges = byId(kept?.charges, ({ payment_intent }) => payment_intent);
  const disputes = byId(kept?.disputes, ({ id }) => id);
  const failingCards = new Set(kept?.failingCards);
  let ahead = kept?.ahead ?? 0;
  return {
    customers,
    checkouts,
    subscriptions,
    charges,
    disputes,
    portals: new Map(),
    failingCards,
    now: () => wallClock() + ahead,
    setTime(seconds) {
      ahead = seconds - wallClock();
    },
    save() {
      if (file === null) return;
      const all: Kept = {
        customers: [...customers.values()],
        checkouts: [...checkouts.values()],
        subscriptions: [...subscriptions.values()],
        charges: [...charges.values()],
        disputes: [...disputes.values()],
        failingCards: [...failingCards],
        ahead,
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
