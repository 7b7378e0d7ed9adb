import { BlockList, isIP } from 'node:net';

/** IANA's special-purpose registries. */
const closedIPv4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  // Azure's host agent; other clouds' metadata services are in the networks above.
  '168.63.129.16/32',
];
/** Teredo and 6to4 contain an IPv4 address of the sender's choice. */
const closedIPv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];
const globalIPv6 = '2000::/3';
/** IPv4 in the last 32 bits: IPv4-mapped, NAT64 (RFC 6052). */
const wrappedIPv4 = [
  [0, 0, 0, 0, 0, 0xffff],
  [0x64, 0xff9b, 0, 0, 0, 0],
];

const closed = listOf([...closedIPv4, ...closedIPv6]);
const open = listOf([globalIPv6]);

export function isPublicIp(address: string): boolean {
  const [ip = ''] = address.split('%');
  const family = isIP(ip);
  if (family === 4) return !closed.check(ip, 'ipv4');
  if (family !== 6) return false;
  const groups = readGroups(ip);
  const isWrapped = wrappedIPv4.some((prefix) => prefix.every((part, at) => groups[at] === part));
  if (isWrapped) return isPublicIp(readLastIPv4(groups));
  return open.check(ip, 'ipv6') && !closed.check(ip, 'ipv6');
}

function listOf(networks: string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

function readGroups(ip: string): number[] {
  // Writes a trailing IPv4 part as two groups.
  const canonical = new URL(`http://[${ip}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const parse = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  if (tail === undefined) return parse(head);
  const [before, after] = [parse(head), parse(tail)];
  return [...before, ...Array(8 - before.length - after.length).fill(0), ...after];
}

function readLastIPv4(groups: number[]): string {
  const [high = 0, low = 0] = groups.slice(6);
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}
