import { createFetch } from '#server/outside/outgoing/create-fetch.ts';
import { ok, warn } from '#server/outside/outgoing/trouble.ts';
import type { Finding } from '#shared/api/doctor.ts';
import type { ConfiguredPatient } from './check.ts';

const setting = 'OTEL_EXPORTER_OTLP_ENDPOINT';
const timeoutMs = 5_000;
/** Asks for a login that OTEL_EXPORTER_OTLP_HEADERS may hold; those are OpenTelemetry's own to read. */
const asksForLogin = [401, 403];

/** Texts do well without it, so it is never broken. */
export async function checkTraces({ config }: ConfiguredPatient): Promise<Finding[]> {
  if (!config.tracing) return [];
  const { endpoint } = config.tracing;
  const { host } = new URL(endpoint);
  const say = (why: string, fix: string) => [warn(why, fix, setting)];
  const status = await sendNothing(endpoint).catch(() => null);
  if (status === null) {
    const fix = `Start the collector there, or correct ${setting}: it is OTLP over HTTP, usually at port 4318.`;
    return say(`No collector of traces answers at ${host}.`, fix);
  }
  if (status < 300 || asksForLogin.includes(status)) return [ok(`A collector answers at ${host}.`)];
  const fix = `Correct ${setting}: /v1/traces is added to it, and it is OTLP over HTTP.`;
  return say(`${host} does not take traces (HTTP ${status}).`, fix);
}

/** The operator named the address, so it may be private. */
async function sendNothing(endpoint: string): Promise<number> {
  const call = createFetch({ allowPrivateUrls: false, trustedUrls: [endpoint] });
  const answer = await call(`${endpoint}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ resourceSpans: [] }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  await answer.body?.cancel().catch(() => {});
  return answer.status;
}
