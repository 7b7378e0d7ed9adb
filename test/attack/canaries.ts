import { randomUUID } from 'node:crypto';

const aCanary = (name: string) => `canary-${name}-${randomUUID()}`;
const aPassword = () => `Kestrel7-${randomUUID()}`;

/** The product creates some of them. */
export const secrets: Record<string, string> = {
  'metrics token': aCanary('metrics'),
  'mail password': aCanary('mail'),
  'sandbox password': aCanary('sandbox'),
  "provider's key": aCanary('key'),
  'a key that was tried': aCanary('tried'),
  "person's password": aPassword(),
  "person's wrong password": aPassword(),
  "person's next password": aPassword(),
  "admin's password": aPassword(),
};
export const bodies = {
  text: aCanary('text'),
  reply: aCanary('reply'),
  dashboard: aCanary('dashboard'),
  human: aCanary('human'),
  note: aCanary('note'),
  forged: aCanary('forged'),
  unreadable: aCanary('unreadable'),
  unstored: aCanary('unstored'),
  prompt: aCanary('prompt'),
  validator: aCanary('validator'),
};
