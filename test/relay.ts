import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

type Pair = { client: Socket; server: Socket; isSilent: boolean };

export type Relay = Awaited<ReturnType<typeof startRelay>>;

/** A network between the product and PostgreSQL, which can lose connections without a FIN. */
export async function startRelay(targetUrl: string) {
  const target = new URL(targetUrl);
  const pairs = new Set<Pair>();
  let isFrozen = false;

  const relay = createServer((client) => {
    const server = connect(Number(target.port || 5432), target.hostname);
    const pair: Pair = { client, server, isSilent: isFrozen };
    pairs.add(pair);
    carry(client, server, pair);
    carry(server, client, pair);
  });

  function carry(from: Socket, to: Socket, pair: Pair): void {
    from.setNoDelay(true);
    from.on('data', (bytes) => {
      if (!pair.isSilent) to.write(bytes);
    });
    from.on('error', () => {});
    from.on('close', () => {
      if (!pair.isSilent) to.destroy();
      if (pair.client.destroyed && pair.server.destroyed) pairs.delete(pair);
    });
  }

  function swallow(): number {
    const open = [...pairs].filter(({ isSilent }) => !isSilent);
    for (const pair of open) pair.isSilent = true;
    return open.length;
  }

  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const url = new URL(targetUrl);
  url.hostname = '127.0.0.1';
  url.port = String((relay.address() as { port: number }).port);

  return {
    url: url.href,
    /** From now on the bytes of all open connections vanish; new connections work. Returns how many were open. */
    swallow,
    /** Bytes of all connections vanish, those of new ones too. */
    freeze(): void {
      isFrozen = true;
      swallow();
    },
    /** For new connections. */
    thaw(): void {
      isFrozen = false;
    },
    async close(): Promise<void> {
      for (const { client, server } of pairs) {
        client.destroy();
        server.destroy();
      }
      relay.close();
      await once(relay, 'close');
    },
  };
}
