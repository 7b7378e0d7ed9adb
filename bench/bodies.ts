import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { dropDatabase, type Kind, prepareScene } from './scene.ts';
import type { Result } from './statistics.ts';

const senders = 400;
const announcedBytes = 3 * 1024 * 1024;
const settleMs = 5_000;
/** Longer than a body may take. */
const floodMs = 15_000;
const promise = '≤ 60 MB';

const whatsapp = {
  WHATSAPP_ACCESS_TOKEN: 'bench',
  WHATSAPP_APP_SECRET: 'bench',
  WHATSAPP_VERIFY_TOKEN: 'bench',
  WHATSAPP_PHONE_NUMBER_ID: '1',
};

type Flood = { measure: string; length: string; body: Buffer };

const half = Buffer.alloc(announcedBytes / 2, 'x');
const floods: Flood[] = [
  { measure: 'half of 3 MB', length: `content-length: ${announcedBytes}`, body: half },
  {
    measure: 'half of 3 MB in chunks of a byte',
    length: 'transfer-encoding: chunked',
    body: Buffer.from('1\r\nx\r\n'.repeat(announcedBytes / 2 / 6)),
  },
];

/** What strangers' posts, half sent from 400 networks, add to the process while they wait. */
export async function benchBodies(kind: Kind): Promise<Result[]> {
  const scene = await prepareScene(kind, { people: 1, vendorsUrl: 'http://127.0.0.1:9' });
  const results: Result[] = [];
  for (const { measure, ...flood } of floods) {
    const product = await scene.start({ ...whatsapp, TRUST_PROXY: 'loopback' });
    await sleep(settleMs);
    const before = product.residentMb();
    const sockets = Array.from({ length: senders }, (_, index) =>
      beginPost(scene.settings.PORT as string, index, flood),
    );
    let most = before;
    for (const end = performance.now() + floodMs; performance.now() < end; await sleep(20)) {
      most = Math.max(most, product.residentMb());
    }
    for (const socket of sockets) socket.destroy();
    await product.stop();
    results.push({ bench: `bodies, ${kind}`, measure, value: most - before, unit: 'MB', promise });
  }
  if (scene.databaseUrl) await dropDatabase(scene.databaseUrl);
  return results;
}

function beginPost(port: string, index: number, { length, body }: Omit<Flood, 'measure'>): Socket {
  const socket = connect(Number(port), '127.0.0.1');
  const head = [
    'POST /api/webhooks/whatsapp HTTP/1.1',
    'host: bench',
    `x-forwarded-for: 10.${index >> 8}.${index & 255}.1`,
    'x-hub-signature-256: sha256=forged',
    'content-type: application/json',
    length,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(body);
  // A reset may follow the answer.
  return socket.resume().on('error', () => {});
}
