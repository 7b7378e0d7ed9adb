import { STATUS_CODES } from 'node:http';
import { pipeline, Readable, Transform } from 'node:stream';
import * as consumers from 'node:stream/consumers';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';

/** Several times the longest that a vendor sends. The connection holds what is not compressed to the same. */
export const maxAnswerBytes = 16 * 1024 * 1024;

/** What callers use of `Response`, which first turns every body into a web stream: that costs more than the call. */
export class Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly url: string;
  readonly statusText: string;
  readonly #read: Pick<Dispatcher.ResponseData['body'], 'text' | 'arrayBuffer'>;
  readonly #bytes: Readable;
  #stream: ReadableStream<Uint8Array> | null = null;

  constructor(url: string, received: Dispatcher.ResponseData) {
    this.url = url;
    this.status = received.statusCode;
    this.headers = toHeaders(received.headers);
    this.statusText = received.statusText || (STATUS_CODES[this.status] ?? '');
    const decoded = decode(received);
    this.#bytes = decoded ?? received.body;
    this.#read = decoded ? readerOf(decoded) : received.body;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get body(): ReadableStream<Uint8Array> {
    this.#stream ??= Readable.toWeb(this.#bytes) as ReadableStream<Uint8Array>;
    return this.#stream;
  }

  text(): Promise<string> {
    return this.#read.text().catch(breakOff);
  }

  json(): Promise<unknown> {
    return this.text().then(JSON.parse);
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#read.arrayBuffer().catch(breakOff);
  }
}

const decoders = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** We ask for no compression, but some servers compress everything. Null if not. */
function decode({ headers, body }: Dispatcher.ResponseData): Readable | null {
  const encoding = String(headers['content-encoding']).toLowerCase();
  if (!Object.hasOwn(decoders, encoding)) return null;
  const decoder = decoders[encoding as keyof typeof decoders]();
  return pipeline(body, decoder, limitBytes(maxAnswerBytes), () => {});
}

/** Gzip can inflate a thousandfold, and Brotli a hundred times more. */
function limitBytes(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(new Error(`an answer of more than ${maxBytes} bytes`));
      else done(null, chunk);
    },
  });
}

function readerOf(bytes: Readable) {
  return { text: () => consumers.text(bytes), arrayBuffer: () => consumers.arrayBuffer(bytes) };
}

function toHeaders(received: Dispatcher.ResponseData['headers']): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(received)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  return headers;
}

/** As the standard does, which callers expect. */
function breakOff(cause: Error): never {
  if (cause.name === 'AbortError' || cause.name === 'TimeoutError') throw cause;
  throw new TypeError('terminated', { cause });
}
