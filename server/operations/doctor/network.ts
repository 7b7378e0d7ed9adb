import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { z } from 'zod';
import type { Config } from '#server/config.ts';
import { isLoopbackHost } from '#server/outside/network.ts';
import { askVendor } from '#server/outside/outgoing/ask-vendor.ts';
import { createFetch } from '#server/outside/outgoing/create-fetch.ts';
import { broken, ok, Trouble, warn } from '#server/outside/outgoing/trouble.ts';
import { describeMissingProxy } from '#server/outside/proxies.ts';
import type { Finding } from '#shared/api/doctor.ts';
import { dayMs } from '#shared/time.ts';
import { type Check, type Patient, withConfig } from './check.ts';
import { checkHost } from './listen.ts';
import { checkTraces } from './traces.ts';

/** Certificates are usually renewed a month before their end. */
const soonDays = 14;
const tlsTimeoutMs = 5_000;

type Configured = Patient & { config: Config };

export const networkChecks: Check[] = [
  { group: 'Network', name: 'HOST', run: withConfig(checkHost) },
  { group: 'Network', name: 'PUBLIC_URL', run: withConfig(checkAddress) },
  { group: 'Network', name: 'TLS certificate', run: withConfig(checkCertificate) },
  { group: 'Network', name: 'Forwarding headers', run: withConfig(checkForwarding) },
  { group: 'Network', name: 'Traces', run: withConfig(checkTraces) },
];

const alive = z.object({ status: z.literal('ok') });
const renew = 'Renew the certificate at the proxy that serves PUBLIC_URL.';

async function checkAddress({ config }: Configured): Promise<Finding[]> {
  const { publicUrl } = config;
  const { host, hostname } = new URL(publicUrl);
  if (isLoopbackHost(hostname)) return [ok('It leads to this machine only.')];
  try {
    await askHealth(config);
    return [ok(`Sagewire answers at ${host}.`)];
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    return [explain(error, publicUrl)];
  }
}

/** The operator named the address, so it may be private. */
function askHealth({ publicUrl }: Config): Promise<unknown> {
  const call = createFetch({ allowPrivateUrls: false, trustedUrls: [publicUrl] });
  const vendor = { name: 'PUBLIC_URL', keys: 'PUBLIC_URL', address: 'PUBLIC_URL' };
  return askVendor(call, vendor, { url: `${publicUrl}/health/live`, headers: {}, shape: alive });
}

function explain({ finding, status }: Trouble, publicUrl: string): Finding {
  const { host } = new URL(publicUrl);
  const { why } = finding;
  if (/redirects/.test(why)) {
    const fix = 'Set PUBLIC_URL to the address that it redirects to: gateways follow none.';
    return broken(`${host} redirects to another address.`, fix);
  }
  if (/ENOTFOUND|EAI_AGAIN/.test(why)) {
    return broken(
      `No name server knows ${host}.`,
      'Correct PUBLIC_URL, or add the name to the DNS.',
    );
  }
  if (/CERT|SIGNED|ALTNAME|VERIFY|SSL|EPROTO/.test(why)) {
    return broken(
      `The certificate of ${host} is not valid, so gateways won't call it. ${why}`,
      renew,
    );
  }
  if (status === 401 || status === 403) {
    const fix = 'Let the proxy pass everything on: Sagewire asks for logins itself.';
    return broken(`${host} asks for a login of its own or refuses us (HTTP ${status}).`, fix);
  }
  if (status !== null && status >= 502 && status <= 504) {
    const fix = 'Start Sagewire, and let the proxy lead to its HOST and PORT.';
    return broken(`The proxy at ${host} does not reach Sagewire (HTTP ${status}).`, fix);
  }
  if (status !== null) {
    const fix = 'Let the proxy lead PUBLIC_URL to Sagewire, or correct PUBLIC_URL.';
    return broken(`Something else than Sagewire answers at ${host} (HTTP ${status}).`, fix);
  }
  const fix =
    'Open PUBLIC_URL from outside; if that fails too, start Sagewire and the proxy, and let the firewall pass its port.';
  return warn(`${host} can't be reached from this machine. ${why}`, fix);
}

type Certificate = { endsAt: Date; problem: string | null };

async function checkCertificate({ config, now }: Configured): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(config.publicUrl);
  if (protocol !== 'https:' || isLoopbackHost(hostname)) return [];
  const host = hostname.replace(/^\[|\]$/g, '');
  const certificate = await readCertificate(host, Number(port || 443)).catch(() => null);
  // The check of PUBLIC_URL says that it can't be reached.
  if (!certificate) return [];
  const days = Math.floor((certificate.endsAt.getTime() - now().getTime()) / dayMs);
  if (days < 0) return [broken(`The certificate of ${host} ended ${-days} days ago.`, renew)];
  if (certificate.problem) {
    const fix = 'Install a certificate of a public authority for this name, with its chain.';
    return [broken(`The certificate of ${host} is not trusted (${certificate.problem}).`, fix)];
  }
  if (days < soonDays) return [warn(`The certificate of ${host} ends in ${days} days.`, renew)];
  return [ok(`It is valid for ${days} days.`)];
}

function readCertificate(host: string, port: number): Promise<Certificate> {
  return new Promise((resolve, reject) => {
    // An IP address is no name of a server.
    const servername = isIP(host) ? '' : host;
    const options = { host, port, servername, rejectUnauthorized: false };
    const socket = connect(options, () => {
      const { valid_to: end } = socket.getPeerCertificate();
      const problem = socket.authorized ? null : String(socket.authorizationError);
      socket.destroy();
      resolve({ endsAt: new Date(end), problem });
    });
    socket.setTimeout(tlsTimeoutMs, () => socket.destroy(new Error('no answer')));
    socket.on('error', reject);
  });
}

/** A request through the proxy shows each process that it reaches whether it believes the proxy. */
async function checkForwarding({ config, callRoll }: Configured): Promise<Finding[]> {
  const { trustProxy, publicUrl } = config;
  if (!isLoopbackHost(new URL(publicUrl).hostname)) await askHealth(config).catch(() => {});
  const sighting = (await callRoll()).find(({ proxyProblem }) => proxyProblem !== null);
  const problem = sighting?.proxyProblem ?? describeMissingProxy(config);
  if (problem) {
    const fix =
      "Set TRUST_PROXY to the proxy's address, for example loopback for one on this machine.";
    return [warn(problem, fix, 'TRUST_PROXY')];
  }
  return [
    ok(trustProxy ? `Proxies are believed: ${trustProxy.join(', ')}.` : 'No proxy is known of.'),
  ];
}
