import { createHash } from 'node:crypto';

/** SHA-256, in hexadecimal. */
export const hashBytes = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
