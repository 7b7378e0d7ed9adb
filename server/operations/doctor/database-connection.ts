import { broken, Trouble, warn } from '#server/outside/outgoing/trouble.ts';

/** By the words of drivers and servers, the most exact first. */
const fixes: [RegExp, string][] = [
  [/ECONNREFUSED/, 'Start PostgreSQL there, or correct host and port in DATABASE_URL.'],
  [/ENOTFOUND|EAI_AGAIN/, 'Correct the host in DATABASE_URL, which no name server knows.'],
  [
    /password authentication failed|no password supplied|SCRAM/i,
    'Correct user and password in DATABASE_URL.',
  ],
  [
    /database ".*" does not exist/,
    'Create that database (createdb), or correct its name in DATABASE_URL.',
  ],
  [/role ".*" does not exist/, 'Create that user (createuser), or correct it in DATABASE_URL.'],
  [
    /pg_hba\.conf/,
    "Allow this machine and user in the server's pg_hba.conf, or use TLS with ?sslmode=verify-full.",
  ],
  [/does not support SSL/, 'Turn on TLS in PostgreSQL, or remove sslmode from DATABASE_URL.'],
  [
    /certificate|self.signed/i,
    "Add sslrootcert with the server's authority to DATABASE_URL, or renew the certificate.",
  ],
  [
    /too many (clients|connections)|remaining connection slots/i,
    'Raise max_connections or the limit of user and database, or stop what holds connections.',
  ],
  [
    /timeout|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/i,
    'Let this machine reach the server through firewall and network, or correct DATABASE_URL.',
  ],
  [
    /encoding/,
    'Create a database with the encoding UTF8 (createdb -E UTF8 -T template0), and name it in DATABASE_URL.',
  ],
  [
    /let the pooler set this/,
    "Add that to the pooler's connect_query (docs/how-to/use-a-pooler.md).",
  ],
  [/schema public/, 'Create the schema public, or let the user of DATABASE_URL use it (GRANT).'],
  [/too old/, 'Upgrade PostgreSQL to 14 or newer.'],
  [
    /permission denied/,
    'Grant the user of DATABASE_URL CONNECT on the database, and let it own its tables.',
  ],
  [/starting up|shutting down|recovery/, 'Wait until PostgreSQL has started.'],
  [/no space/, 'Free space on that disk.'],
];
const otherFix = 'Correct DATABASE_URL, and see the log of PostgreSQL.';

/** @param message of a database that can't be opened: it names the address, without user and password. */
export function findConnectionTrouble(message: string): Trouble {
  if (/in use by another Sagewire/.test(message)) {
    const why =
      'A running Sagewire holds the embedded database, so nothing that is stored there was looked into.';
    return new Trouble(
      warn(why, 'Look at Settings > Doctor in its dashboard, or stop it and check again.'),
    );
  }
  if (message.startsWith('DATA_DIR')) {
    return new Trouble(
      broken(
        `${message}.`.replace(/\.\.$/, '.'),
        'Set DATA_DIR to a folder in which the user that runs Sagewire may write.',
      ),
    );
  }
  const [, fix = otherFix] = fixes.find(([words]) => words.test(message)) ?? [];
  return new Trouble(broken(`${message}.`.replace(/\.\.$/, '.'), fix));
}
