import { createServer } from 'node:http';
import { freePort } from '#test/free-port.ts';
import { type Accepted, createGateway } from './gateway.ts';
import { createModel } from './model.ts';
import type { Random } from './random.ts';

/** At one address. */
export async function startServices(
  random: (name: string) => Random,
  onAccepted: (text: Accepted) => void = () => {},
) {
  const model = createModel(random('model'));
  const gateway = createGateway(random('gateway'), onAccepted);
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://services');
    const isText = url.pathname.endsWith('/Messages.json');
    void (isText ? gateway.answer(request, url, response) : model.answer(request, response));
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    model,
    gateway,
    recover(): void {
      for (const service of [model, gateway]) service.recover();
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
