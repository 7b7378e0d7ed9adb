import { createServer } from 'node:net';
import { broken, ok } from '#server/outside/outgoing/trouble.ts';
import type { Finding } from '#shared/api/doctor.ts';
import type { ConfiguredPatient } from './check.ts';

/** At a port of the system's choice: a running Sagewire has PORT. */
export async function checkHost({ config: { host } }: ConfiguredPatient): Promise<Finding[]> {
  const code = await tryToListen(host);
  if (code === null) return [ok(`This machine may listen at ${host}.`)];
  const why = `HOST ${host} is no address of this machine (${code}), so no start can listen there.`;
  const fix = 'Set HOST to 127.0.0.1 behind a proxy on this machine, or to 0.0.0.0.';
  return [broken(why, fix, 'HOST')];
}

function tryToListen(host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'no address'));
    server.listen({ host, port: 0 }, () => server.close(() => resolve(null)));
  });
}
