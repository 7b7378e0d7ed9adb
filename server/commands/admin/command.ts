import type { Secrets } from '#server/access/secrets/secrets.ts';
import type { Config } from '#server/config.ts';
import type { Changes } from '#server/db/changes.ts';
import type { Database } from '#server/db/client.ts';

/** Returns the lines to print. */
export type Command = (needs: {
  db: Database;
  /** Ends event streams in every process. */
  changes: Changes;
  config: Config;
  /** With the key of SECRET_KEY. @throws {SecretUnreadable} */
  loadSecrets: () => Promise<Secrets>;
  /** Reads settings that the command has changed. */
  reload: () => Config;
  now: Date;
  email: string | undefined;
  /** What `explain` explains. */
  subject?: string | undefined;
  options: {
    password?: string | undefined;
    'old-key-is-lost': boolean;
    yes: boolean;
    'remove-second-factor': boolean;
    check: boolean;
    waiting?: string | undefined;
    unsent?: string | undefined;
  };
}) => Promise<string[]>;

export class UsageError extends Error {
  readonly problems: string[];
  constructor(...problems: string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}
