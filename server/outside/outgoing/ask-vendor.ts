import type { z } from 'zod';
import { findCallRefused } from './call-refused.ts';
import { broken, Trouble, warn } from './trouble.ts';

/** Below the deadline of a check, so that the vendor is named and not the check. */
const timeoutMs = 6_000;

export type Vendor = {
  name: string;
  /** The settings with its credentials. */
  keys: string;
  /** The setting with its address. */
  address: string;
  /** What a 403 lacks, as a sentence. */
  permission?: string;
};

/**
 * Asks for something that changes nothing there. Says nothing of the answer's own words: they may quote credentials.
 * @throws {Trouble}
 */
export async function askVendor<Shape extends z.ZodType>(
  call: typeof fetch,
  vendor: Vendor,
  { url, headers, shape }: { url: string; headers: Record<string, string>; shape: Shape },
): Promise<z.infer<Shape>> {
  const answer = await callVendor(call, vendor, { url, headers });
  if (!answer.ok) throw toTrouble(vendor, answer.status);
  const text = await answer.text().catch(() => '');
  const parsed = shape.safeParse(readJson(text));
  if (parsed.success) return parsed.data;
  const { host } = new URL(url);
  throw new Trouble(
    broken(
      `${host} answers, but not as ${vendor.name} does.`,
      `Correct ${vendor.address}, or leave it out to call ${vendor.name} itself.`,
    ),
    answer.status,
  );
}

/** @throws {Trouble} */
async function callVendor(
  call: typeof fetch,
  vendor: Vendor,
  { url, headers }: { url: string; headers: Record<string, string> },
): Promise<Response> {
  try {
    return await call(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    throw describeNoAnswer(vendor, new URL(url).host, error as Error);
  }
}

type Cause = { code?: string; name?: string; errors?: Cause[] };

function describeNoAnswer({ name, address }: Vendor, host: string, error: Error): Trouble {
  const refused = findCallRefused(error);
  if (refused) {
    const fix = `Correct ${address}, or leave it out to call ${name} itself.`;
    return new Trouble(broken(`${host} was not called: ${refused.message}.`, fix));
  }
  const cause = error.cause as Cause | undefined;
  const code = cause?.code ?? cause?.errors?.[0]?.code ?? '';
  if (error.name === 'TimeoutError' || /TIMEOUT|ETIMEDOUT/.test(code)) {
    const why = `${name} did not answer within ${timeoutMs / 1000} seconds.`;
    return new Trouble(warn(why, `Check again, and let this machine reach ${host}.`));
  }
  const why = `${name} can't be reached at ${host}${code && ` (${code})`}.`;
  return new Trouble(broken(why, `Let this machine reach ${host}, or correct ${address}.`));
}

function toTrouble({ name, keys, address, permission }: Vendor, status: number): Trouble {
  const because = (finding: typeof broken, why: string, fix: string) =>
    new Trouble(finding(`${name} ${why} (HTTP ${status}).`, fix), status);
  if (status === 401) return because(broken, 'refused our credentials', `Correct ${keys}.`);
  if (status === 403) {
    const fix = permission ?? `Give ${keys} the permission, or set other ones.`;
    return because(broken, 'does not allow this to our credentials', fix);
  }
  if (status === 429) {
    return because(warn, 'asks us to slow down', 'Check again in a minute.');
  }
  if (status >= 500) {
    return because(
      warn,
      'has an error of its own',
      `Check again later, and see ${name}'s status page.`,
    );
  }
  return because(
    broken,
    'does not know what we ask for',
    `Correct ${keys}, and ${address} if it is set.`,
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
