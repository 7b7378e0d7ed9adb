type Form = 'NFC' | 'NFD' | 'NFKC' | 'NFKD';

/** Of Unicode's Stream-Safe Text Format (UAX #15, section 13): no language writes as many on one letter. */
const longRun = /(\p{M}{30})\p{M}+/gu;

/** Unicode sorts the accents of a letter in quadratic time, so more than 30 in a row are dropped. */
export function normalize(text: string, form: Form): string {
  return text.replace(longRun, '$1').normalize(form);
}
