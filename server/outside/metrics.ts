import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { channelKeys } from '#shared/channels.ts';
import { version } from './version.ts';

/** Separate, so that counting code need not know HTTP. */
export const registry = new Registry();
collectDefaultMetrics({ register: registry });

export const registers = [registry];

new Gauge({
  name: 'sagewire_build_info',
  help: 'Always 1; its labels say what runs here.',
  labelNames: ['version', 'node'],
  registers,
}).set({ version, node: process.versions.node }, 1);

/** Every series exists from the start: without a zero before it, a rate misses the first event. */
export function count<Name extends string>(
  name: string,
  help: string,
  ...groups: Record<Name, readonly string[]>[]
): Counter<Name> {
  const labelNames = Object.keys(groups[0] ?? {}) as Name[]; // keys widens them
  const counter = new Counter({ name, help, labelNames, registers });
  for (const group of groups) {
    let series: Partial<Record<Name, string>>[] = [{}];
    for (const label of labelNames) {
      series = series.flatMap((one) => group[label].map((value) => ({ ...one, [label]: value })));
    }
    for (const labels of series) counter.inc(labels, 0);
  }
  return counter;
}

export const secondsOfCall = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export const webhooksReceived = count(
  'sagewire_webhooks_received_total',
  'Webhooks of gateways and Stripe: events by outcome, and items and requests that were refused.',
  {
    channel: channelKeys,
    outcome: [
      ...['new', 'repeated', 'edited', 'revoked', 'notice', 'status', 'closed', 'unknown', 'group'],
      ...['ignored', 'unreadable', 'refused', 'failed', 'forged', 'unsigned', 'malformed'],
    ],
  },
  {
    channel: ['STRIPE'],
    outcome: ['new', 'repeated', 'ignored', 'failed', 'forged', 'unsigned', 'malformed'],
  },
);

export const retries = count(
  'sagewire_retries_total',
  'Failed attempts that will be repeated: to answer a text, to send one, or of a whole job.',
  { step: ['answer', 'send', 'job'] },
);

export const mails = count(
  'sagewire_mails_total',
  'Mails that the mail server accepted, and mails that it did not.',
  { outcome: ['sent', 'failed'] },
);

export const bucketErrors = count(
  'sagewire_bucket_errors_total',
  'Calls of the bucket of FILES_URL that failed after all attempts.',
);

type Sample = { labels?: Record<string, string>; value: number };

/** A gauge that is read for each scrape, because nothing may happen for hours. While a reading fails, the last one stays. */
export function readGauge(name: string, help: string, labelNames: string[], initial: Sample[]) {
  let readNow = async () => initial;
  new Gauge({
    ...{ name, help, labelNames, registers: [registry] },
    async collect() {
      const samples = await readNow().catch(() => []);
      for (const { labels = {}, value } of samples) this.set(labels, value);
    },
  });
  return {
    readFrom(next: () => Promise<Sample[]>): void {
      readNow = next;
    },
  };
}

export const zero = [{ value: 0 }];
