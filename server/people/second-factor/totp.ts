import { Secret, TOTP } from 'otpauth';

/** RFC 6238 with what every authenticator app supports: SHA-1, six digits, 30 seconds. */
const issuer = 'Sagewire';
/** Clocks differ. */
const window = 1;
/** RFC 4226 recommends 160 bits. */
const secretBytes = 20;

/** Base32. */
export function createTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** For the QR code. */
export function toTotpUri(secret: string, label: string): string {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret) }).toString();
}

/** The code's time step; null for a wrong code. */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
