import { expect, it } from 'vitest';
import { listNetworks, toNetwork } from './network.ts';

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['203.0.113.9:51234', '203.0.113.9'],
  ['[2001:db8:1:2::9]:51234', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
])('%s belongs to %s', (address, network) => {
  expect(toNetwork(address)).toBe(network);
});

it('an IPv6 address counts for the /64, the /56 and the /48 around it, an IPv4 address for itself', () => {
  expect(listNetworks('2001:db8:1:23ff::9')).toEqual([
    { name: '2001:db8:1:23ff::/64', share: 1 },
    { name: '2001:db8:1:2300::/56', share: 2 },
    { name: '2001:db8:1::/48', share: 4 },
  ]);
  expect(listNetworks('::ffff:203.0.113.9')).toEqual([{ name: '203.0.113.9', share: 1 }]);
});

it('a client that has hung up has no network', () => {
  expect(toNetwork(undefined)).toBe('');
});

it('what is no address is cut, because a stranger may have written it', () => {
  expect(toNetwork('x'.repeat(8_000))).toBe('x'.repeat(64));
});
