import type { FastifyRequest } from 'fastify';
import { describeDevice } from './describe-device.ts';

export type Client = {
  address: string;
  device: string | null;
  /** Random; the device keeps it. */
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
