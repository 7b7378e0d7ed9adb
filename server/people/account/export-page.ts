import type { UserRow } from '#server/db/schema.ts';
import type { Attachment } from '#server/messages/attachments-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { productName } from '#shared/limits.ts';
import { readFacts } from './export.ts';
import { readBase64, readMessages, readPage } from './export-pages.ts';
import { listThreadsToExport } from './export-store.ts';

type Facts = Awaited<ReturnType<typeof readFacts>>;

/** In the order of the page; what has no title is in the JSON file only. */
const titles: Partial<Record<keyof Facts, string>> = {
  profile: 'Profile',
  smsConsent: 'Consent to text messages',
  connections: 'Experts you connected with',
  optOuts: 'Texts you stopped',
  aliases: 'Other ids of yours at a gateway',
  sessions: 'Signed-in browsers',
  ledger: 'Messages bought, granted and used',
  payments: 'Payments',
  bankPayments: 'Bank payments',
  subscriptions: 'Subscriptions',
  changes: 'Changes you made',
};

/** The screens' words for what the JSON file names otherwise. */
const labels: Record<string, string> = {
  messageCount: 'Messages used',
  paidMessages: 'Messages available',
  subExpiration: 'Unlimited until',
};

/** The same data as `writeExport`, as one page that needs nothing else. Streams for the same reason. */
export async function* writeExportPage(runtime: Runtime, user: UserRow): AsyncGenerator<string> {
  const { db, clock } = runtime;
  const facts = await readFacts(db, user, clock.now());
  yield head(facts.exportedAt);
  for (const [name, title] of Object.entries(titles)) {
    const rows = [facts[name as keyof Facts]].flat().filter((row) => row !== null);
    if (rows.length > 0) yield `<h2>${title}</h2>\n${toTable(rows as Row[])}\n`;
  }
  for (const { expert, title, messages } of facts.testConversations) {
    yield `<h2>Test with ${escapeHtml(expert)}: ${escapeHtml(title)}</h2>\n`;
    for (const { createdAt, role, body } of messages) {
      yield toParagraph({ createdAt, who: role === 'user' ? 'You' : expert, body });
    }
  }
  for (const thread of await readPage(() => listThreadsToExport(db, user))) {
    const { expert, title, handle } = thread;
    yield `<h2>${escapeHtml(title ?? `Conversation with ${expert}`)}</h2>\n<p class="about">${escapeHtml(`${expert}, ${handle}`)}</p>\n`;
    for await (const { message, pictures } of readMessages(runtime, thread.id)) {
      const who = message.direction === 'inbound' ? 'You' : expert;
      yield toParagraph({ createdAt: message.createdAt.toISOString(), who, body: message.body });
      for (const picture of pictures) yield* writePicture(runtime, thread.id, picture);
    }
  }
  yield '</body></html>\n';
}

function head(exportedAt: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Your ${productName} data</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
table { border-collapse: collapse; display: block; overflow-x: auto } th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid #8884 }
p { white-space: pre-wrap; margin: 0 0 0.75rem } .about, time { opacity: 0.7 } img { max-width: 20rem; display: block }
</style></head><body><h1>Your ${productName} data</h1>
<p class="about">As of ${toMinute(exportedAt)}. Times are UTC. The same data for computers: "Download as JSON" in Settings.</p>
`;
}

type Row = Record<string, string | number | boolean | null>;

/** Leaves out what no row has. */
function toTable(rows: Row[]): string {
  const [first = {}] = rows;
  const names = Object.keys(first).filter((name) => rows.some((row) => row[name] !== null));
  if (rows.length === 1) {
    const lines = names.map(
      (name) => `<th>${toWords(name)}</th><td>${show(first[name] ?? null)}</td>`,
    );
    return `<table>${lines.map((line) => `<tr>${line}</tr>`).join('')}</table>`;
  }
  const cells = (tag: string, texts: string[]) =>
    `<tr>${texts.map((text) => `<${tag}>${text}</${tag}>`).join('')}</tr>`;
  const lines = rows.map((row) =>
    cells(
      'td',
      names.map((name) => show(row[name] ?? null)),
    ),
  );
  return `<table>${cells('th', names.map(toWords))}${lines.join('')}</table>`;
}

function toParagraph({ createdAt, who, body }: { createdAt: string; who: string; body: string }) {
  return `<p><strong>${escapeHtml(who)}</strong> <time>${toMinute(createdAt)}</time>\n${escapeHtml(body)}</p>\n`;
}

async function* writePicture(
  runtime: Runtime,
  threadId: string,
  picture: Attachment,
): AsyncGenerator<string> {
  const parts = await readBase64(runtime, threadId, picture);
  if (!parts) return yield '<p class="about">A picture that is no longer stored.</p>\n';
  yield '<p><img alt="A picture of this message" src="data:image/webp;base64,';
  yield* parts;
  yield '"></p>\n';
}

/** `phoneVerifiedAt` → `Phone verified at` */
function toWords(name: string): string {
  const known = labels[name];
  if (known) return known;
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return escapeHtml(words.charAt(0).toUpperCase() + words.slice(1));
}

function show(value: Row[string]): string {
  if (value === null) return '–';
  const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
  return isTime ? toMinute(value) : escapeHtml(String(value));
}

const toMinute = (iso: string): string => iso.slice(0, 16).replace('T', ' ');

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}
