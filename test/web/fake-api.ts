import { vi } from 'vitest';
import { defaultBranding } from '#shared/branding.ts';
import type { Replies } from '#test/api-replies.ts';

type Call = keyof Replies;

export type FakeRequest = {
  /** For example `POST /api/threads/42/messages`. */
  call: string;
  query: URLSearchParams;
  body: unknown;
  token: string | null;
};

export class Failure {
  readonly status: number;
  readonly message: string;
  constructor(status: number, message: string) {
    this.status = status;
    this.message = message;
  }
}
export class Silence {}

/** An answer that is an error. */
export const failWith = (status: number, message: string) => new Failure(status, message);
/** An answer that never comes: what the page shows meanwhile. */
export const neverAnswer = () => new Silence();

export type Answer<Reply> = Reply | Failure | Silence;
type Answerer<Reply> = Answer<Reply> | ((request: FakeRequest) => Answer<Reply>);

/** Stands in for fetch: answers what a test told it to, remembers what was asked, reports the rest. */
export class FakeApi {
  readonly requests: FakeRequest[] = [];
  readonly unexpected: string[] = [];
  readonly #answers: { pattern: RegExp; answer: Answerer<unknown> }[] = [];

  /** The newest answer to a call counts. */
  on<C extends Call>(call: C, answer: Answerer<Replies[C]>): this {
    const pattern = new RegExp(`^${call.replaceAll(/:\w+/g, '[^/]+')}$`);
    this.#answers.unshift({ pattern, answer });
    return this;
  }

  /** The bodies sent to a call so far. */
  bodiesOf(call: string): unknown[] {
    return this.requests.filter((request) => request.call === call).map(({ body }) => body);
  }

  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}) => {
    const url = new URL(String(input), window.location.origin);
    const request: FakeRequest = {
      call: `${init.method ?? 'GET'} ${url.pathname}`,
      query: url.searchParams,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
      token: new Headers(init.headers).get('authorization')?.replace(/^Bearer /, '') ?? null,
    };
    // Live updates are always asked for and never matter here.
    if (request.call === 'GET /api/events') return new Promise<Response>(() => {});
    const found = this.#answers.find(({ pattern }) => pattern.test(request.call));
    // Every page asks whose site it is; it matters where a test says so.
    if (!found && request.call === 'GET /api/branding') return Response.json(defaultBranding);
    // Suggestions, which matter where a test says so.
    if (!found && /^GET \/api\/providers\/[^/]+\/models$/.test(request.call)) {
      return Response.json({ models: [] });
    }
    this.requests.push(request);
    if (!found) {
      this.unexpected.push(request.call);
      throw new TypeError(`Unexpected request: ${request.call}`);
    }
    const { answer } = found;
    const reply = typeof answer === 'function' ? answer(request) : answer;
    if (reply instanceof Silence) return new Promise<Response>(() => {});
    if (reply instanceof Failure) {
      return Response.json({ message: reply.message }, { status: reply.status });
    }
    return reply instanceof Blob ? new Response(reply) : Response.json(reply);
  };
}

let current: FakeApi | undefined;

/** Puts a new one in fetch's place and hands back the one before, for the last look at it. */
export function installFakeApi(): { unexpected: string[] } {
  const previous = current;
  current = new FakeApi();
  vi.stubGlobal('fetch', current.fetch);
  return { unexpected: previous?.unexpected ?? [] };
}

export function fakeApi(): FakeApi {
  if (!current) throw new Error('test/web/setup.ts installs the fake API');
  return current;
}
