import { dropInvisible } from '#shared/fold-text.ts';
import { normalize } from '#shared/normalize.ts';

const endings =
  'com|org|net|edu|gov|info|biz|shop|store|online|site|app|dev|io|ai|co|uk|de|es|fr|it|eu|ch|nl|ca|au|us|ly|gg|xyz|top|club';
/** With a scheme or www, an email address, or a bare host with a known ending. */
const link = new RegExp(
  `\\b[a-z][a-z+.-]{1,20}:\\/\\/[^\\s<>"'\\])}]+|\\b(?:mailto|tel|javascript|sms):[^\\s<>"'\\])}]+|\\bwww\\.[^\\s<>"'\\])}]+|(?<![\\p{L}\\p{N}._%+-])[\\p{L}\\p{N}._%+-]{1,64}@[\\p{L}\\p{N}-]{1,63}(?:\\.[\\p{L}\\p{N}-]{1,63}){1,8}|(?<![\\p{L}\\p{N}.@-])(?:[\\p{L}\\p{N}-]{1,63}\\.){1,8}(?:${endings})(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])(?:[/?#][^\\s<>"'\\])}]*)?`,
  'giu',
);

export function listLinks(text: string): string[] {
  const links = readWidth(text).match(link) ?? [];
  return links.map((one) => one.replace(/[.,;:!?*_]{1,9}$/, ''));
}

/** So that a link's figures are not read as figures of the text. */
export function dropLinks(text: string): string {
  return readWidth(text).replace(link, ' ');
}

function readWidth(text: string): string {
  return dropInvisible(normalize(text, 'NFKC'));
}

/** Those that neither stand in the texts nor lead to one of the hosts. */
export function findForeignLinks(
  text: string,
  { texts, hosts }: { texts: string[]; hosts: string[] },
): string[] {
  const links = listLinks(text);
  if (links.length === 0) return [];
  const known = new Set(texts.flatMap(listLinks).map(foldLink));
  return links.filter((one) => !known.has(foldLink(one)) && !leadsToOneOf(one, hosts));
}

/** The same page, with or without scheme and www. */
function foldLink(said: string): string {
  const bare = said.replace(/^(?:https?:\/\/|mailto:)/i, '').replace(/^www\./i, '');
  const [host = '', ...path] = bare.split(/(?=[/?#])/);
  return `${host.toLowerCase()}${path.join('')}`.replace(/\/$/, '');
}

function leadsToOneOf(said: string, hosts: string[]): boolean {
  const host = readHost(said);
  return hosts.some((own) => host === own.toLowerCase() || host?.endsWith(`.${own.toLowerCase()}`));
}

/** `https://sol.example@evil.example` leads to the host behind the @. */
function readHost(said: string): string | null {
  const isAddress = /^(?:mailto:)?[^/:?#]+@[^/:?#]+$/i.test(said);
  if (isAddress) return said.slice(said.lastIndexOf('@') + 1).toLowerCase();
  const url = /^[a-z][a-z+.-]*:/i.test(said) && !/^[^/]*:\d/.test(said) ? said : `https://${said}`;
  if (!/^https?:/i.test(url)) return null;
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : null;
}
