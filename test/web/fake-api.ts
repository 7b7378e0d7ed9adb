import { vi } from 'vitest';
import type { TestConversation, TestMessageReply } from '#shared/api/ai-testing.ts';
import type { AnalyticsReply } from '#shared/api/analytics.ts';
import type { SessionReply, User } from '#shared/api/auth.ts';
import type {
  CheckoutReply,
  CheckoutSessionReply,
  PortalReply,
  PricingReply,
  Subscription,
} from '#shared/api/billing.ts';
import type { BrandingReply } from '#shared/api/branding.ts';
import type { ConnectReply, Expert, PublicExpert } from '#shared/api/experts.ts';
import type { Provider } from '#shared/api/providers.ts';
import type { Message, MessagesReply, Thread, ThreadsReply } from '#shared/api/threads.ts';

/** Every call of the API that the browser makes, with what a good answer holds. */
type Replies = {
  'POST /api/auth/login': SessionReply;
  'POST /api/auth/register': SessionReply;
  'POST /api/auth/logout': { ok: true };
  'GET /api/auth/user': { user: User };
  'GET /api/experts/public': { experts: PublicExpert[] };
  'POST /api/experts/:id/connect': ConnectReply;
  'GET /api/experts': { experts: Expert[] };
  'POST /api/experts': { expert: Expert };
  'PUT /api/experts/:id': { expert: Expert };
  'POST /api/experts/:id/upload-image': { expert: Expert };
  'GET /api/providers': { providers: Provider[] };
  'POST /api/providers': { provider: Provider };
  'PUT /api/providers/:id': { provider: Provider };
  'GET /api/threads': ThreadsReply;
  'PUT /api/threads/:id/title': { thread: Thread };
  'GET /api/threads/:id/messages': MessagesReply;
  'POST /api/threads/:id/messages': { message: Message };
  'PUT /api/auth/profile': { user: User };
  'GET /api/branding': BrandingReply;
  'GET /api/pricing': PricingReply;
  'GET /api/subscription': { subscription: Subscription };
  'POST /api/subscription/create-checkout-session': Partial<CheckoutReply>;
  'POST /api/subscription/create-portal-session': PortalReply;
  'GET /api/stripe/session/:id': CheckoutSessionReply;
  'POST /api/test-message': TestMessageReply;
  'GET /api/test-conversations': { conversations: TestConversation[] };
  'GET /api/analytics': AnalyticsReply;
};
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

type Answer<Reply> = Reply | Failure | Silence;
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
    this.requests.push(request);
    const found = this.#answers.find(({ pattern }) => pattern.test(request.call));
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
    return Response.json(reply);
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
