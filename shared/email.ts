import { z } from 'zod';

const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
/** None of these may change what `URL` takes for the host. */
const hostOnly = /^[^\s/?#@:[\]\\%]+$/u;

/**
 * What a browser makes of the text in a field for an email address (HTML standard: valid e-mail address): no spaces
 * around it, and a host outside ASCII in Punycode. Characters that no one sees come along when it is copied.
 */
function readEmail(text: string): string {
  const email = text.replace(invisible, '').trim();
  const at = email.lastIndexOf('@');
  const host = email.slice(at + 1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  if (at < 1 || /^[\x00-\x7f]*$/.test(host) || !hostOnly.test(host)) return email;
  const url = `http://${host}`;
  return URL.canParse(url) ? `${email.slice(0, at)}@${new URL(url).hostname}` : email;
}

export const emailAddress = (message: string) =>
  z.string(message).overwrite(readEmail).regex(z.regexes.html5Email, message);
