export type Attributes = Record<string, string>;
export type XmlEvents = {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
};

/** Reads XML once from start to end, in linear time, without entities of its own. */
export function readXml(source: string, events: XmlEvents): void {
  for (let at = 0; at < source.length; ) {
    const start = source.indexOf('<', at);
    if (start < 0) return;
    if (start > at) events.text(decodeEntities(source.slice(at, start)));
    at = readMark(source, start, events);
  }
}

/** @returns where it ends. */
function readMark(source: string, start: number, events: XmlEvents): number {
  const skipTo = (end: string) => {
    const found = source.indexOf(end, start);
    return found < 0 ? source.length : found + end.length;
  };
  if (source.startsWith('<!--', start)) return skipTo('-->');
  if (source.startsWith('<![CDATA[', start)) {
    const end = skipTo(']]>');
    events.text(source.slice(start + 9, end - 3));
    return end;
  }
  if (source[start + 1] === '?' || source[start + 1] === '!') return skipTo('>');
  const end = findTagEnd(source, start);
  readTag(source.slice(start + 1, end), events);
  return end + 1;
}

/** A quoted value may hold the mark that ends a tag. */
function findTagEnd(source: string, start: number): number {
  let quote = '';
  for (let at = start + 1; at < source.length; at++) {
    const char = source[at] as string;
    if (quote) {
      if (char === quote) quote = '';
    } else if (char === '>') return at;
    else if (char === '"' || char === "'") quote = char;
  }
  return source.length;
}

function readTag(tag: string, events: XmlEvents): void {
  if (tag.startsWith('/')) {
    events.close(tag.slice(1).trim());
    return;
  }
  const isEmpty = tag.endsWith('/');
  const name = /^[^\s/]+/.exec(tag)?.[0] ?? '';
  events.open(name, readAttributes(tag.slice(name.length)));
  if (isEmpty) events.close(name);
}

const attribute = /([^\s=/]+)=(?:"([^"]*)"|'([^']*)')/g;

function readAttributes(tag: string): Attributes {
  const attributes: Attributes = Object.create(null);
  for (const [, name = '', double, single] of tag.matchAll(attribute)) {
    attributes[name] = decodeEntities(double ?? single ?? '');
  }
  return attributes;
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi,
    (all, decimal, hex, name) => {
      if (name) return named[name] ?? all;
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0x10ffff ? '' : String.fromCodePoint(code);
    },
  );
}
