import { expect, it } from 'vitest';
import { isPublicIp } from './addresses.ts';

it.each([
  ['8.8.8.8', 'a public name server'],
  ['172.15.255.255', 'the address before a private network'],
  ['172.32.0.1', 'the address behind a private network'],
  ['100.128.0.1', 'the address behind the carriers'],
  ['2606:4700:4700::1111', 'a public IPv6 address'],
  ['::ffff:8.8.8.8', 'a public IPv4 address as IPv6'],
  ['64:ff9b::808:808', 'a public IPv4 address behind NAT64'],
])('calls %s: %s', (address) => {
  expect(isPublicIp(address)).toBe(true);
});

it.each([
  ['0.0.0.0', 'this host'],
  ['10.1.2.3', 'private'],
  ['100.64.0.1', "a carrier's own network"],
  ['100.100.100.200', "Alibaba's metadata"],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['168.63.129.16', "Azure's host agent"],
  ['169.254.169.254', 'metadata'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.0.0.192', "Oracle's metadata"],
  ['192.168.0.1', 'private'],
  ['198.18.0.1', 'benchmarks'],
  ['203.0.113.9', 'documentation'],
  ['224.0.0.251', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback as IPv6'],
  ['::ffff:a9fe:a9fe', 'metadata as IPv6'],
  ['::127.0.0.1', 'IPv4-compatible'],
  ['64:ff9b::7f00:1', 'loopback behind NAT64'],
  ['64:ff9b::a9fe:a9fe', 'metadata behind NAT64'],
  ['64:ff9b:1::7f00:1', 'local NAT64'],
  ['100::1', 'discard'],
  ['2001::7f00:1', 'Teredo'],
  ['2001:db8::1', 'documentation'],
  ['2002:7f00:1::', '6to4 of loopback'],
  ['fc00::1', 'private'],
  ['fd00:ec2::254', "AWS's metadata"],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'link-local with a zone'],
  ['fec0::1', 'site-local'],
  ['ff02::1', 'multicast'],
  ['localhost', 'no address'],
])('does not call %s: %s', (address) => {
  expect(isPublicIp(address)).toBe(false);
});
