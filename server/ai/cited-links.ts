type Link = { start: number; end: number; label: string; url: string };
type Cut = { start: number; end: number; keep?: string };

/** Every `[` matches something, so no text is scanned twice: it may be long and hostile. */
const linkPattern = /\[([^\]\n]*)(?:\](?:\((https?:[^)\s]+)[^)\n]*(\))?)?)?/g;

/** A link inside a sentence leaves its label. */
export function withoutLinks(text: string, addresses: string[]): string {
  const cited = new Set(addresses);
  const isCited = ({ url }: Link) => cited.has(url);
  return [cutGroupsInBrackets, cutHostsAfterSentences, cutToLabels].reduce(
    (rest, findCuts) => applyCuts(rest, findCuts(rest, findLinks(rest), isCited)),
    text,
  );
}

function findLinks(text: string): Link[] {
  return [...text.matchAll(linkPattern)].flatMap(
    ({ index, 0: found, 1: label, 2: url, 3: close }) =>
      close
        ? [{ start: index, end: index + found.length, label: label ?? '', url: url ?? '' }]
        : [],
  );
}

/** @param cuts in text order, without overlaps. */
function applyCuts(text: string, cuts: Cut[]): string {
  let done = 0;
  const kept = cuts.map(({ start, end, keep = '' }) => {
    const before = text.slice(done, start);
    done = end;
    return before + keep;
  });
  return kept.join('') + text.slice(done);
}

type IsCited = (link: Link) => boolean;

/** `([who.int](https://…), [cdc.gov](https://…))`, if all of them are cited. */
function cutGroupsInBrackets(text: string, links: Link[], isCited: IsCited): Cut[] {
  const groups: Link[][] = [];
  for (const link of links) {
    const last = groups.at(-1)?.at(-1);
    const between = last && text.slice(last.end, link.start).trim();
    if (between !== undefined && ['', ',', ';'].includes(between)) groups.at(-1)?.push(link);
    else groups.push([link]);
  }
  return groups.flatMap((group) => {
    const before = text.slice(0, group[0]?.start).trimEnd();
    const after = text.slice(group.at(-1)?.end).trimStart();
    if (!before.endsWith('(') || !after.startsWith(')') || !group.every(isCited)) return [];
    return { start: before.slice(0, -1).trimEnd().length, end: text.length - after.length + 1 };
  });
}

const hostName = /^(?:www\.)?[\w-]+(?:\.[\w-]+)+$/;

function cutHostsAfterSentences(text: string, links: Link[], isCited: IsCited): Cut[] {
  return links.flatMap((link) => {
    const before = text.slice(0, link.start).trimEnd();
    const endsSentence = ['.', '!', '?', '…'].includes(before.at(-1) ?? '');
    if (!endsSentence || !hostName.test(link.label) || !isCited(link)) return [];
    return { start: before.length, end: link.end };
  });
}

function cutToLabels(_: string, links: Link[], isCited: IsCited): Cut[] {
  return links.filter(isCited).map(({ start, end, label }) => ({ start, end, keep: label }));
}
