/*
 * What is surely not American under +1, and which lines can't be texted. An area code that stands nowhere here is
 * American: new ones come several times a year, and a list of all would always be late.
 */

/**
 * Area codes of the other members of the North American Numbering Plan: those in use, set aside and reserved (nanpa.com,
 * NPA report of 2025-11-26: 387, 460, 537 and 568 are reserved for Canada, and 644, 655, 677 and 688 for its services).
 * Compared with the metadata of libphonenumber-js 1.13.16 on 2026-11-26.
 */
const abroad: Record<string, string> = {
  CA: `204 226 236 249 250 257 263 273 289 306 343 354 365 367 368 382 387 403 416 418 428 431 437 438 450 460 468 474
    506 514 519 537 548 568 579 581 584 587 600 604 613 622 633 639 644 647 655 672 677 683 688 705 709 742 753 778 780
    782 807 819 825 867 873 879 902 905 942`,
  AG: '268',
  AI: '264',
  BB: '246',
  BM: '441',
  BS: '242',
  DM: '767',
  DO: '809 829 849',
  GD: '473',
  JM: '658 876',
  KN: '869',
  KY: '345',
  LC: '758',
  MS: '664',
  SX: '721',
  TC: '649',
  TT: '868',
  VC: '784',
  VG: '284',
};

export type LineKind = keyof typeof lineKinds;

/** Said behind "This kind of number can't receive texts: ". */
export const lineKinds = {
  tollFree: 'it is toll-free',
  premium: 'it is a premium-rate number',
  sharedCost: 'calls to it cost extra',
  personal: 'it is a forwarding number, not a phone',
  pager: 'it is a pager',
  service: 'it is a service, not a phone',
};

/** Non-geographic area codes in use or reserved, by the same report. */
const american: Partial<Record<LineKind, string>> = {
  tollFree: '800 822 833 844 855 866 877 880 881 882 883 884 885 886 887 888 889',
  premium: '900',
  personal: `500 521 522 523 524 525 526 527 528 529 532 533 535 538 542 543 544 545 546 547 549 550 552 553 554 556
    558 566 569 577 578 588 589`,
  service: '456 700 710',
};

/** Ofcom, National Telephone Numbering Plan, part A. 07624 is the Isle of Man's mobiles. */
const british: [RegExp, LineKind][] = [
  [/^(80|500)/, 'tollFree'],
  [/^9/, 'premium'],
  [/^8/, 'sharedCost'],
  [/^70/, 'personal'],
  [/^76(?!24)/, 'pager'],
];

const countryOfArea = listByArea(abroad);
const kindOfArea = listByArea(american);

/** Null if it is American, as far as is known. */
export function findCountryOfArea(areaCode: string): string | null {
  return countryOfArea.get(areaCode) ?? null;
}

/** Null for a line that can be texted, as far as is known. */
export function findAmericanKind(areaCode: string): LineKind | null {
  return kindOfArea.get(areaCode) ?? null;
}

/** @param national without its 0. */
export function findBritishKind(national: string): LineKind | null {
  return british.find(([begins]) => begins.test(national))?.[1] ?? null;
}

function listByArea<Key extends string>(codes: Partial<Record<Key, string>>): Map<string, Key> {
  const entries = Object.entries(codes) as [Key, string][];
  return new Map(entries.flatMap(([key, list]) => list.split(/\s+/).map((code) => [code, key])));
}
