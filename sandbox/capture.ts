import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readText } from './body-parsers.ts';
import type { OpenExchange, WireKind, WireLog } from './wire.ts';

export type Described = {
  kind: WireKind;
  title: string;
  person: string | null;
  number: string | null;
};

export type Capture = {
  note(request: FastifyRequest, text: string): void;
  /** Hooks never see a streamed body whole. */
  setAnswer(request: FastifyRequest, body: string): void;
  giveUp(request: FastifyRequest, note: string): void;
};

export function captureExchanges(
  app: FastifyInstance,
  wire: WireLog,
  describe: (request: FastifyRequest) => Described | Promise<Described>,
): Capture {
  const open = new WeakMap<FastifyRequest, { exchange: OpenExchange; body: string }>();

  app.addHook('preHandler', async (request) => {
    const { method, url } = request;
    const headers = flatten(request.headers);
    const body = readText(request.body);
    const described = await describe(request);
    const exchange = wire.open({ ...described, method, url, request: { headers, body } });
    open.set(request, { exchange, body: '' });
  });
  app.addHook('onSend', async (request, _, payload) => {
    const captured = open.get(request);
    if (captured && typeof payload === 'string') captured.body = payload;
    return payload;
  });
  app.addHook('onResponse', async (request, reply: FastifyReply) => {
    const captured = open.get(request);
    const answer = { status: reply.statusCode, headers: flatten(reply.getHeaders()) };
    captured?.exchange.finish({ ...answer, body: captured.body });
  });
  app.addHook('onRequestAbort', async (request) => {
    open.get(request)?.exchange.note('The caller hung up.');
    open.get(request)?.exchange.finish(null);
  });

  return {
    note: (request, text) => open.get(request)?.exchange.note(text),
    setAnswer(request, body) {
      const captured = open.get(request);
      if (captured) captured.body = body;
    },
    giveUp(request, note) {
      open.get(request)?.exchange.note(note);
      open.get(request)?.exchange.finish(null);
    },
  };
}

function flatten(headers: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
}
