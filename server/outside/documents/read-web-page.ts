import { findCallRefused } from '../outgoing/call-refused.ts';
import type { DocumentKind } from './document.ts';
import { DocumentError } from './document-error.ts';
import { maxDocumentBytes } from './pages.ts';

const maxRedirects = 5;
const timeLimitMs = 20_000;
const redirects = new Set([301, 302, 303, 307, 308]);
const accept = 'text/html, application/pdf, text/markdown, text/plain, text/csv';

/** `url`: where it was found in the end. `kind` null: its content decides. */
export type WebPage = { url: string; bytes: Buffer; kind: DocumentKind | null };

/**
 * Fetches one page or file. Each redirect is a call of its own, so that none leads to a private address.
 * @param call the server's only way out, which follows no redirect.
 * @throws {DocumentError} in words for an admin.
 */
export async function readWebPage(
  call: typeof fetch,
  url: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<WebPage> {
  const limit = AbortSignal.timeout(timeLimitMs);
  const until = signal ? AbortSignal.any([signal, limit]) : limit;
  let next = parseUrl(url);
  for (let followed = 0; followed <= maxRedirects; followed++) {
    const answer = await ask(call, next, until);
    const target = findTarget(answer, next);
    if (!target) return { url: next, ...(await readAnswer(answer)) };
    await answer.body?.cancel();
    next = target;
  }
  throw new DocumentError('page-redirects');
}

/** @throws {DocumentError} unless it is a web address without a password in it. */
function parseUrl(text: string, base?: string): string {
  const url = URL.parse(text, base);
  const isWeb = url !== null && /^https?:$/.test(url.protocol);
  if (!isWeb || url.username || url.password) throw new DocumentError('page-unreachable');
  url.hash = '';
  return url.href;
}

async function ask(call: typeof fetch, url: string, signal: AbortSignal): Promise<Response> {
  try {
    return await call(url, { headers: { accept }, redirect: 'manual', signal });
  } catch (error) {
    const isPrivate = findCallRefused(error as Error)?.code === 'private_address';
    throw new DocumentError(isPrivate ? 'page-private' : 'page-unreachable');
  }
}

function findTarget({ status, headers }: Response, from: string): string | null {
  const location = headers.get('location');
  return redirects.has(status) && location ? parseUrl(location, from) : null;
}

async function readAnswer(answer: Response): Promise<Pick<WebPage, 'bytes' | 'kind'>> {
  if (!answer.ok) {
    await answer.body?.cancel();
    throw new DocumentError([404, 410].includes(answer.status) ? 'no-such-page' : 'page-refused');
  }
  const declared = Number(answer.headers.get('content-length') ?? 0);
  if (declared > maxDocumentBytes) throw new DocumentError('too-large');
  const bytes = await readBytes(answer);
  return { bytes, kind: findKind(answer.headers.get('content-type') ?? '') };
}

async function readBytes(answer: Response): Promise<Buffer> {
  try {
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (bytes.length > maxDocumentBytes) throw new DocumentError('too-large');
    return bytes;
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    throw new DocumentError('page-unreachable');
  }
}

const kinds: Record<string, DocumentKind> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/csv': 'csv',
  'text/markdown': 'markdown',
};

/** Plain text and PDF are told by content: servers call many things so. */
function findKind(contentType: string): DocumentKind | null {
  const [type = ''] = contentType.toLowerCase().split(';', 1);
  return kinds[type.trim()] ?? null;
}
