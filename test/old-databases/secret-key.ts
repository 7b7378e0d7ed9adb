/** The old databases' own; it protects nothing. */
export const secretKey = Buffer.alloc(32, 'old database').toString('base64');
