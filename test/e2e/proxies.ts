import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '#test/free-port.ts';
import { makeFolder } from './product.ts';

const root = join(import.meta.dirname, '../..');
/** Debian keeps it out of a user's PATH. */
const path = `${process.env.PATH}:/usr/sbin`;
/** Another than the proxy's, which is 127.0.0.1. */
export const clientAddress = '127.0.0.9';

/** A proxy with TLS. */
export type Front = { securePort: number; plainPort: number; ca: string; stop(): Promise<void> };
type Ports = Pick<Front, 'securePort' | 'plainPort'>;

export const isInstalled = (name: string) =>
  spawnSync(name, [name === 'nginx' ? '-v' : 'version'], { env: { PATH: path } }).status === 0;

/** With the settings of docs/how-to/put-nginx-in-front.md. */
export async function startNginx(productPort: string): Promise<Front> {
  const folder = makeFolder();
  const ports = await findPorts();
  const ca = makeCertificate(folder);
  writeFileSync(join(folder, 'nginx.conf'), wrapSite(folder, readSite(folder, productPort, ports)));
  const parameters = ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')];
  return run(spawn('nginx', parameters, { env: { PATH: path } }), { ...ports, ca: () => ca });
}

function readSite(folder: string, productPort: string, { securePort, plainPort }: Ports): string {
  const page = readFileSync(join(root, 'docs/how-to/put-nginx-in-front.md'), 'utf8');
  const [, site = ''] = /```nginx\n(.*?)```/s.exec(page) ?? [];
  return site
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replaceAll('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replaceAll('listen 443 ', `listen 127.0.0.1:${securePort} `)
    .replaceAll('/etc/letsencrypt/live/chat.example.com', folder)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${productPort}`);
}

/** In place of Debian's nginx.conf, with nothing outside the folder. */
function wrapSite(folder: string, site: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const places = kinds.map((kind) => `${kind}_temp_path ${join(folder, kind)};`).join('\n');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  return `${user} daemon off; pid ${folder}/nginx.pid; events {}
    http { access_log off; gzip on; ${places}\n${site} }`;
}

function makeCertificate(folder: string): string {
  const file = join(folder, 'fullchain.pem');
  const names = 'subjectAltName=DNS:chat.example.com,DNS:ada.example.com';
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc'];
  const target = ['-keyout', join(folder, 'privkey.pem'), '-out', file, '-addext', names];
  const parameters = ['req', '-x509', ...key, '-subj', '/CN=chat.example.com', ...target];
  execFileSync('openssl', parameters, { stdio: 'pipe' });
  return readFileSync(file, 'utf8');
}

/** With deploy/Caddyfile, and an authority of Caddy's own in place of a public one. */
export async function startCaddy(productPort: string): Promise<Front> {
  const folder = makeFolder();
  const ports = await findPorts();
  const own = `admin off\nlocal_certs\nskip_install_trust
    http_port ${ports.plainPort}\nhttps_port ${ports.securePort}\ndefault_bind 127.0.0.1`;
  const site = readFileSync(join(root, 'deploy/Caddyfile'), 'utf8');
  writeFileSync(join(folder, 'Caddyfile'), site.replace(/^\{$/m, `{\n${own}`));
  const child = spawn('caddy', ['run', '--config', join(folder, 'Caddyfile')], {
    env: { PATH: path, SAGEWIRE: `127.0.0.1:${productPort}`, HOME: folder, XDG_DATA_HOME: folder },
  });
  const authority = join(folder, 'caddy/pki/authorities/local/root.crt');
  return run(child, {
    ...ports,
    ca: () => (existsSync(authority) ? readFileSync(authority, 'utf8') : ''),
  });
}

const findPorts = async () => ({ securePort: await freePort(), plainPort: await freePort() });

async function run(child: ChildProcess, { ca, ...ports }: Ports & { ca: () => string }) {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (line: string) => {
    said += line;
  });
  while (!(ca() && (await isOpen(ports.securePort)) && (await isOpen(ports.plainPort)))) {
    if (child.exitCode !== null) throw new Error(`The proxy did not start: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    ...ports,
    ca: ca(),
    async stop() {
      const end = once(child, 'exit');
      child.kill('SIGTERM');
      await end;
    },
  };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const settle = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => settle(true)).once('error', () => settle(false));
  });
}

type Call = {
  host?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  announcedBytes?: number;
};

/** The host's name is resolved to this machine; its certificate is checked. */
export function open(
  { securePort, ca }: Front,
  address: string,
  { host = 'chat.example.com', method = 'GET', headers, body, announcedBytes }: Call = {},
): Promise<IncomingMessage> {
  const options: RequestOptions = {
    ...{ ca, port: securePort, path: address, method, agent: false },
    ...{ host: '127.0.0.1', servername: host, localAddress: clientAddress },
    headers: {
      ...{ host, ...headers },
      ...(body && { 'content-length': announcedBytes ?? Buffer.byteLength(body) }),
    },
  };
  return new Promise((resolve, reject) => {
    const call = request(options, resolve);
    call.on('error', reject);
    if (announcedBytes) call.write(body);
    else call.end(body);
  });
}

export async function ask(proxy: Front, address: string, call?: Call) {
  const response = await open(proxy, address, call);
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

/** Without TLS. */
export function askPlainly({ plainPort }: Front, host: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: plainPort, path: '/login', headers: { host } };
    plainRequest(options, resolve).on('error', reject).end();
  });
}
