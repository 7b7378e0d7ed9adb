const storageKey = 'device_token';

/**
 * Sent with a sign-in: a device that signed in before isn't held up by the guesses of strangers. It stays after signing
 * out, and says nothing about the device.
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
