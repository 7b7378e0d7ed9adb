import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Pages differ by brand and by first visit alone. */
const maxPages = 100;

const compressors = {
  br: (page: string) =>
    promisify(brotliCompress)(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (page: string) => promisify(gzip)(page),
};
type Encoding = keyof typeof compressors;
const encodings = Object.keys(compressors) as Encoding[];

/**
 * Once for all who ask: anyone may ask for a page as fast as they like, and hashes of passwords wait for the same threads
 * as a page that is being compressed.
 */
export function createPageCompressor() {
  const pages = new Map<string, Promise<Buffer>>();
  return (page: string, encoding: Encoding): Promise<Buffer> => {
    const key = `${encoding} ${page}`;
    const known = pages.get(key) ?? compressors[encoding](page);
    // Keeps the map ordered by use.
    pages.delete(key);
    pages.set(key, known);
    const [oldest] = pages.size > maxPages ? pages.keys() : [];
    if (oldest !== undefined) pages.delete(oldest);
    return known;
  };
}

/** The best that the client reads; null for none. */
export function chooseEncoding(accepted: string | string[] | undefined): Encoding | null {
  const offers = String(accepted ?? '')
    .split(',')
    .map((offer) => offer.split(';').map((part) => part.trim().toLowerCase()));
  const isRead = (encoding: string) =>
    offers.some(([name, weight]) => name === encoding && !/^q=0(\.0*)?$/.test(weight ?? ''));
  return encodings.find(isRead) ?? null;
}
