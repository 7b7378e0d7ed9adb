import type { FastifyRequest } from 'fastify';
import { describeDevice } from './describe-device.ts';

/** Where a request comes from. */
export type Client = {
  address: string;
  /** In words. */
  device: string | null;
  /** Random, kept by the device and sent with a sign-in. */
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
