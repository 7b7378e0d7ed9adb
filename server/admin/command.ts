import type { Changes } from '#server/changes.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/client.ts';

/** Returns the lines to print. */
export type Command = (needs: {
  db: Database;
  /** Ends the open pages of ended sessions, in every process. */
  changes: Changes;
  config: Config;
  /** After the command has changed what it is read from. */
  reload: () => Config;
  now: Date;
  email: string | undefined;
  options: {
    password?: string | undefined;
    'old-key-is-lost': boolean;
    'remove-second-factor': boolean;
  };
}) => Promise<string[]>;

export class UsageError extends Error {
  readonly problems: string[];
  constructor(...problems: string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}
