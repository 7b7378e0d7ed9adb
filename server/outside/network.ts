import { isIPv6 } from 'node:net';

/** An IPv6 network gets `share` times the limit of one subscriber. */
export type Network = { name: string; share: number };

/** Of what is no address; a proxy may pass on what a stranger wrote. */
const maxNameLength = 64;

/** What providers give to a subscriber, in bits: a /64, but often a /56 or a /48 for the asking. */
const prefixes = [
  { bits: 64, share: 1 },
  { bits: 56, share: 2 },
  { bits: 48, share: 4 },
];

/** The network of one subscriber: an IPv4 address, or the /64 of an IPv6 address. */
export function toNetwork(address: string | undefined): string {
  return listNetworks(address)[0].name;
}

/**
 * Every network that a limit must count, the smallest first. With the /64 alone, the holder of a /48 would have each
 * limit 65,536 times.
 * @param address of a request; undefined once its client has hung up, whatever Fastify's type says.
 */
export function listNetworks(address: string | undefined): [Network, ...Network[]] {
  const plain = dropPort(address ?? '');
  const mapped = /^::ffff:([\d.]+)$/i.exec(plain)?.[1];
  if (mapped) return [{ name: mapped, share: 1 }];
  const [ip = ''] = plain.split('%');
  if (!isIPv6(ip)) return [{ name: plain.slice(0, maxNameLength), share: 1 }];
  const groups = readGroups(ip);
  return prefixes.map(({ bits, share }) => ({ name: cutTo(groups, bits), share })) as [Network];
}

/** Some proxies add it in X-Forwarded-For: each connection of a person would be a network of its own. */
function dropPort(address: string): string {
  const [, ipv4, ipv6] = /^(?:([\d.]+):\d+|\[([^\]]+)\](?::\d+)?)$/.exec(address) ?? [];
  return ipv4 ?? ipv6 ?? address;
}

function readGroups(ip: string): number[] {
  const [head = '', tail] = ip.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  return groups.map((group) => Number.parseInt(group, 16));
}

function cutTo(groups: number[], bits: number): string {
  const kept = groups.slice(0, Math.ceil(bits / 16));
  const spare = kept.length * 16 - bits;
  const cut = kept.map((group, at) => (at === kept.length - 1 ? (group >> spare) << spare : group));
  return `${cut.map((group) => group.toString(16)).join(':')}::/${bits}`;
}

/** Whether the name means this machine only. */
export function isLoopbackHost(host: string): boolean {
  return (
    host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
  );
}
