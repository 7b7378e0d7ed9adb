import type { FastifyRequest } from 'fastify';
import { describeDevice } from './describe-device.ts';

export type Client = {
  address: string;
  /** Such as `Chrome on Windows`. */
  device: string | null;
  /** A random token that the device keeps and sends with each sign-in. */
  deviceToken: string | null;
};

export function readClient({ headers, ip }: FastifyRequest): Client {
  const token = headers['x-device-token'];
  // A short one could be guessed.
  const isToken = typeof token === 'string' && /^[\w-]{32,128}$/.test(token);
  return {
    address: ip,
    device: describeDevice(headers['user-agent']),
    deviceToken: isToken ? token : null,
  };
}
