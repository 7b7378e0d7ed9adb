import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Took } from './took.ts';

export type Span = {
  name: 'receive' | 'write' | 'decide' | 'send' | 'deliver';
  /** Of the person's text that it is about; all spans with it are one trace. */
  messageId: string;
  took: Took;
  /** Ids and numbers, never words. */
  facts: Record<string, string | number | undefined>;
  hasFailed?: boolean;
};

export type Tracing = {
  add(span: Span): void;
  stop(): Promise<void>;
};

/** `share` of all texts, by their ids: every process traces the same ones. */
type TracingSettings = { endpoint: string; share: number; roles: readonly string[] };

/** Above what a second of the fastest journeys makes, so that none is dropped. */
const maxWaiting = 32_768;
const sendEveryMs = 1_000;
const maxAtOnce = 2_048;
const maxGoodbyeMs = 2_000;

/**
 * The ids follow from the message's, so no process has to pass them on. Whatever reads them must agree: a message's
 * trace is its id without hyphens.
 */
const traceIdOf = (messageId: string): string => messageId.replaceAll('-', '');
const rootIdOf = (traceId: string): string => traceId.slice(16);

const maxReason = 200;

/** OpenTelemetry tells of an error as JSON with its stack, and with what the collector answered. */
export function findMessage(reason: string): string {
  try {
    const { message, code } = JSON.parse(reason);
    return [message, code].filter(Boolean).join(', ').slice(0, maxReason);
  } catch {
    return reason.slice(0, maxReason);
  }
}

/** Loads OpenTelemetry's SDK, which nothing else does. Its own OTEL_EXPORTER_OTLP_HEADERS and the like count, too. */
export async function openTracing(settings: TracingSettings, log: Logger): Promise<Tracing> {
  const { diag, DiagLogLevel, ROOT_CONTEXT, SpanStatusCode, trace, TraceFlags } = await import(
    '@opentelemetry/api'
  );
  const sdk = await import('@opentelemetry/sdk-trace');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');

  const silent = () => {};
  const error = (reason: string) => log.warn({ reason: findMessage(reason) }, 'traces not sent');
  const heard = { error, warn: silent, info: silent, debug: silent, verbose: silent };
  diag.setLogger(heard, DiagLogLevel.ERROR);

  const random = new sdk.RandomIdGenerator();
  /** Of the root that is begun at this moment. */
  let rootTraceId: string | null = null;
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'sagewire',
      'service.instance.id': String(process.pid),
      'sagewire.roles': settings.roles.join(','),
    }),
    sampler: new sdk.TraceIdRatioBasedSampler(settings.share),
    idGenerator: {
      generateTraceId: () => rootTraceId ?? random.generateTraceId(),
      generateSpanId: () => (rootTraceId ? rootIdOf(rootTraceId) : random.generateSpanId()),
    },
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${settings.endpoint}/v1/traces` }),
        maxQueueSize: maxWaiting,
        maxExportBatchSize: maxAtOnce,
        scheduledDelayMillis: sendEveryMs,
      }),
    ],
  });
  const tracer = provider.getTracer('sagewire');

  return {
    add({ name, messageId, took, facts, hasFailed }) {
      const traceId = traceIdOf(messageId);
      const isRoot = name === 'receive' || name === 'write';
      const parent = { traceId, spanId: rootIdOf(traceId), traceFlags: TraceFlags.SAMPLED };
      const within = isRoot ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
      rootTraceId = isRoot ? traceId : null;
      const span = tracer.startSpan(name, { startTime: took.at, attributes: facts }, within);
      rootTraceId = null;
      if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(took.at + took.ms);
    },
    async stop() {
      // A collector that hangs must not hold up the next start; what it has not taken is lost.
      const goodbye = provider.shutdown().catch(() => {}); // the log has it
      await Promise.race([goodbye, pause(maxGoodbyeMs, undefined, { ref: false })]);
    },
  };
}
