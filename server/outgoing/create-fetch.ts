import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, type Dispatcher, fetch as undiciFetch } from 'undici';
import { isPublicIp } from './addresses.ts';
import { CallRefused } from './call-refused.ts';

export type OutgoingSettings = {
  /** Calls may go to private addresses. */
  allowPrivateUrls: boolean;
  /** Addresses that the environment names, and the stand-ins: the operator's choice, wherever they are. */
  trustedUrls: readonly string[];
};

/**
 * The only way out of the server. It follows no redirect, and connects to public addresses only: the addresses are checked
 * that the connection is made to, because a name may resolve to another one a moment later.
 */
export function createFetch(
  settings: OutgoingSettings,
  resolve: LookupFunction = lookup as LookupFunction,
): typeof fetch {
  const trusted = new Agent({ allowH2: false });
  const guarded = new Agent({ connect: connectToPublic(resolve) });
  return async (input, init = {}) => {
    const url = String(input);
    const dispatcher = mayBePrivate(settings, url) ? trusted : guarded;
    // `manual` leaves the answer to the caller; nothing is followed.
    const redirect = init.redirect === 'manual' ? 'manual' : 'error';
    return call(url, { ...init, redirect }, dispatcher);
  };
}

export function mayBePrivate(
  { allowPrivateUrls, trustedUrls }: OutgoingSettings,
  url: string,
): boolean {
  if (allowPrivateUrls) return true;
  const { href } = new URL(url);
  return trustedUrls.some((trusted) => isBelow(href, new URL(trusted).href.replace(/\/$/, '')));
}

function isBelow(href: string, prefix: string): boolean {
  return href.startsWith(prefix) && /^([/?#]|$)/.test(href.slice(prefix.length));
}

async function call(url: string, init: RequestInit, dispatcher: Dispatcher): Promise<Response> {
  try {
    const options = { ...init, dispatcher } as Parameters<typeof undiciFetch>[1];
    // The types of the package and of Node's own copy of it differ in names only.
    return (await undiciFetch(url, options)) as unknown as Response;
  } catch (error) {
    const { message, cause } = error as Error;
    if ((cause as Error | undefined)?.message !== 'unexpected redirect') throw error;
    throw new TypeError(message, { cause: new CallRefused('redirect') });
  }
}

function connectToPublic(resolve: LookupFunction): buildConnector.connector {
  const connect = buildConnector({ allowH2: false, lookup: guardLookup(resolve) });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    // An address is connected to without a lookup.
    if (isIP(host) && !isPublicIp(host)) callback(new CallRefused('private_address'), null);
    else connect(options, callback);
  };
}

/** One closed address among several is enough to refuse: which one is tried is chance. */
function guardLookup(resolve: LookupFunction): LookupFunction {
  return (hostname, options, callback) =>
    resolve(hostname, options, (error, address, family) => {
      const found = Array.isArray(address) ? address.map((each) => each.address) : [address];
      if (error || found.every(isPublicIp)) callback(error, address, family);
      else callback(new CallRefused('private_address'), address, family);
    });
}
