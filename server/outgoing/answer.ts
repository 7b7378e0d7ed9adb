import { STATUS_CODES } from 'node:http';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';

/**
 * What callers read of a `Response`. The standard one turns every body into a web stream first, which costs more than
 * the call itself.
 */
export class Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly url: string;
  readonly #received: Dispatcher.ResponseData;
  #stream: ReadableStream<Uint8Array> | null = null;

  constructor(url: string, received: Dispatcher.ResponseData) {
    this.url = url;
    this.status = received.statusCode;
    this.headers = toHeaders(received.headers);
    this.#received = received;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get statusText(): string {
    return this.#received.statusText || (STATUS_CODES[this.status] ?? '');
  }

  get body(): ReadableStream<Uint8Array> {
    this.#stream ??= Readable.toWeb(this.#received.body) as ReadableStream<Uint8Array>;
    return this.#stream;
  }

  text(): Promise<string> {
    return this.#received.body.text().catch(breakOff);
  }

  json(): Promise<unknown> {
    return this.text().then(JSON.parse);
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#received.body.arrayBuffer().catch(breakOff);
  }
}

function toHeaders(received: Dispatcher.ResponseData['headers']): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(received)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  return headers;
}

/** As the standard says it, and as callers know it. */
function breakOff(cause: Error): never {
  if (cause.name === 'AbortError' || cause.name === 'TimeoutError') throw cause;
  throw new TypeError('terminated', { cause });
}
