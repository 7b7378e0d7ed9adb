import { vi } from 'vitest';
import { threadStates } from '#shared/api/thread-filters.ts';
import { defaultBranding } from '#shared/branding.ts';
import type { Replies } from '#test/api-replies.ts';
import { noSources } from '#test/web/knowledge-fixtures.ts';
import type { LiveEvent } from '#web/app/live/live-events.ts';

type Call = keyof Replies;
type Need = 'code' | 'password' | 'second-factor';

export type FakeRequest = {
  /** `POST /api/threads/42/messages` */
  call: string;
  query: URLSearchParams;
  body: unknown;
  token: string | null;
  deviceToken: string | null;
  /** If-Match. */
  basedOn: string | null;
};

export class Failure {
  readonly status: number;
  readonly message: string;
  readonly need: Need | undefined;
  readonly current: object | undefined;
  constructor(status: number, message: string, need?: Need, current?: object | undefined) {
    this.status = status;
    this.message = message;
    this.need = need;
    this.current = current;
  }
}
export class Silence {}

export const failWith = (...failure: ConstructorParameters<typeof Failure>) =>
  new Failure(...failure);
/** To an edit of an older state. */
export const failOutdated = (message: string, current: object) =>
  new Failure(409, message, undefined, current);
/** For loading states. */
export const neverAnswer = () => new Silence();

export type Answer<Reply> = Reply | Failure | Silence;
type Answerer<Reply> =
  | Answer<Reply>
  | ((request: FakeRequest) => Answer<Reply> | Promise<Answer<Reply>>);

/** Replaces fetch; an unexpected request fails the test. */
export class FakeApi {
  readonly requests: FakeRequest[] = [];
  readonly unexpected: string[] = [];
  readonly #answers: { pattern: RegExp; answer: Answerer<unknown> }[] = [];
  #events: ReadableStream<Uint8Array> | null = null;

  /** The newest reply to a call counts. */
  on<C extends Call>(call: C, answer: Answerer<Replies[C]>): this {
    const pattern = new RegExp(`^${call.replaceAll(/:\w+/g, '[^/]+')}$`);
    this.#answers.unshift({ pattern, answer });
    return this;
  }

  /** `end` cuts the stream. */
  openEvents(): ((event: LiveEvent) => void) & { end(): void } {
    const { readable, writable } = new TransformStream<string, string>();
    const writer = writable.getWriter();
    this.#events = readable.pipeThrough(new TextEncoderStream());
    const send = (event: LiveEvent) => void writer.write(`data: ${JSON.stringify(event)}\n\n`);
    return Object.assign(send, { end: () => void writer.close() });
  }

  callsOf(call: string): string[] {
    return this.requests
      .filter((request) => request.call === call)
      .map(({ query }) => String(query));
  }

  bodiesOf(call: string): unknown[] {
    return this.requests.filter((request) => request.call === call).map(({ body }) => body);
  }

  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}) => {
    const url = new URL(String(input), window.location.origin);
    const headers = new Headers(init.headers);
    const request: FakeRequest = {
      call: `${init.method ?? 'GET'} ${url.pathname}`,
      query: url.searchParams,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
      token: headers.get('authorization')?.replace(/^Bearer /, '') ?? null,
      deviceToken: headers.get('x-device-token'),
      basedOn: headers.get('if-match'),
    };
    // Defaults for what most tests don't set.
    if (request.call === 'GET /api/events') {
      return this.#events ? new Response(this.#events) : new Promise<Response>(() => {});
    }
    const found = this.#answers.find(({ pattern }) => pattern.test(request.call));
    if (!found && request.call === 'GET /api/branding') return Response.json(defaultBranding);
    if (!found && request.call === 'GET /api/auth/sessions') {
      return Response.json({ sessions: [] });
    }
    if (!found && request.call === 'GET /api/auth/phones') return Response.json({ phones: [] });
    if (!found && /^GET \/api\/providers\/[^/]+\/models$/.test(request.call)) {
      return Response.json({ models: [] });
    }
    if (!found && /^GET \/api\/experts\/[^/]+\/sources$/.test(request.call)) {
      return Response.json(noSources);
    }
    if (!found && /^GET \/api\/experts\/[^/]+\/unanswered$/.test(request.call)) {
      return Response.json({ questions: [], nextCursor: null });
    }
    if (!found && request.call === 'GET /api/auth/second-factor') {
      return Response.json({ isOn: false, recoveryCodesLeft: 0 });
    }
    if (!found && request.call === 'GET /api/threads/counts') {
      return Response.json({ counts: Object.fromEntries(threadStates.map((state) => [state, 0])) });
    }
    if (!found && request.call === 'GET /api/threads/assignees') {
      return Response.json({ assignees: [] });
    }
    if (!found && request.call === 'GET /api/setup')
      return Response.json({ version: '0.0.0', steps: [] });
    if (!found && request.call === 'GET /api/restore') return Response.json({ pause: null });
    if (!found && request.call === 'GET /api/labels') return Response.json({ labels: [] });
    if (!found && /^POST .*\/presence$/.test(request.call)) return Response.json({ present: [] });
    if (!found && /^PUT .*\/typed$/.test(request.call)) return Response.json({ typed: null });
    if (!found && request.call === 'GET /api/views') return Response.json({ views: [] });
    if (!found && request.call === 'GET /api/api-tokens') return Response.json({ tokens: [] });
    if (!found && request.call === 'GET /api/alerts') {
      const obstacles = { mail: null, text: null, webhook: null };
      return Response.json({ receivers: [], episodes: [], obstacles });
    }
    // Each page of the team asks for crises, which no list of requests is about.
    const isForCrises =
      request.call === 'GET /api/threads' && request.query.get('state') === 'crisis';
    if (!found && isForCrises) return Response.json({ threads: [], nextCursor: null });
    if (!isForCrises) this.requests.push(request);
    if (!found) {
      this.unexpected.push(request.call);
      throw new TypeError(`Unexpected request: ${request.call}`);
    }
    const { answer } = found;
    const reply = await (typeof answer === 'function' ? answer(request) : answer);
    if (reply instanceof Silence) return new Promise<Response>(() => {});
    if (reply instanceof Failure) return toResponse(reply);
    return reply instanceof Blob ? new Response(reply) : Response.json(reply);
  };
}

/** Node sends these over HTTP/1.1. */
const statusTexts: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
};

function toResponse({ status, message, need, current }: Failure): Response {
  const statusText = statusTexts[status];
  if (!statusText) throw new Error(`test/web/fake-api.ts has no status text for ${status}`);
  const init = { status, statusText };
  return message ? Response.json({ message, need, current }, init) : new Response(null, init);
}

let current: FakeApi | undefined;

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
