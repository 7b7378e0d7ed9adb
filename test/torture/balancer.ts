import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

const checkMs = 250;

/** Passes connections to ready processes in turn; repeats nothing. */
export async function startBalancer(port: number) {
  let urls: string[] = [];
  let ready: string[] = [];
  let turn = 0;
  let broken = 0;
  const open = new Set<Socket>();

  const isReady = (url: string) =>
    fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  async function check(): Promise<void> {
    const asked = await Promise.all(urls.map(async (url) => ((await isReady(url)) ? [url] : [])));
    ready = asked.flat();
  }
  const checking = setInterval(check, checkMs);

  const server = createServer((client) => {
    const { hostname = '', port: to = '' } = URL.parse(ready[turn++ % ready.length] ?? '') ?? {};
    const backend = connect(Number(to), hostname);
    for (const socket of [client, backend]) {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    }
    client.on('error', () => backend.destroy());
    backend.on('error', () => {
      broken++;
      client.destroy();
    });
    client.pipe(backend).pipe(client);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  return {
    broken: () => broken,
    async route(next: string[]): Promise<void> {
      urls = next;
      await check();
    },
    close() {
      clearInterval(checking);
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
