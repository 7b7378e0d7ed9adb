import { PGlite } from '@electric-sql/pglite';
import { describeFailure } from './describe-failure.ts';

/**
 * Makes an empty database in a folder, in a process of its own: what that takes in memory (some hundred
 * megabytes) ends with it instead of staying with the server for ever.
 */
try {
  const client = await PGlite.create(process.argv[2] as string);
  await client.close();
} catch (error) {
  process.stderr.write(describeFailure(error));
  process.exit(1);
}
