import type { Changes } from '#server/changes.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/client.ts';

/** Returns the lines to print. */
export type Command = (needs: {
  db: Database;
  /** For ending the event streams of ended sessions in every process. */
  changes: Changes;
  config: Config;
  /** Reads the settings again after the command has changed them. */
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
