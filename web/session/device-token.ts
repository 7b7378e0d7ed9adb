const storageKey = 'device_token';

/**
 * Sent with each sign-in, so strangers' guesses don't slow down a known device. Kept after signing
 * out; says nothing about the device.
 */
export function deviceHeader(): Record<string, string> {
  const stored = localStorage.getItem(storageKey);
  const token = stored ?? makeToken();
  if (!stored) localStorage.setItem(storageKey, token);
  return { 'x-device-token': token };
}

/** 256 random bits. */
function makeToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
