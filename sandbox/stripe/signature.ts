import { createHmac } from 'node:crypto';

/** Page "Webhooks: Verify signatures manually". */
export function signPayload(secret: string, payload: string, at: Date): string {
  const timestamp = Math.floor(at.getTime() / 1000);
  const signature = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}
