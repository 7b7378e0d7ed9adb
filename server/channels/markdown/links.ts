import type { Style } from './style.ts';

export function printLink(name: string, address: string, style: Style): string {
  const url = address.replace(/^(?:mailto|tel):/, '');
  const bare = url.replace(/^https?:\/\//, '');
  const named = name.replace(/^https?:\/\//, '');
  if (name === '') return url;
  // A page's own sections can't be opened from a text.
  if (url === '' || url.startsWith('#')) return name;
  if (named === bare) return name;
  return `${named}/` === bare ? url : style.link(name, url);
}

export function printImage(alt: string | null | undefined, url: string): string {
  if (!/^https?:/.test(url)) return alt ?? '';
  return alt ? `${alt}: ${url}` : url;
}
