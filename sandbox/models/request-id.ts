import { randomBytes } from 'node:crypto';

export const newRequestId = () => `req_${randomBytes(12).toString('hex')}`;
