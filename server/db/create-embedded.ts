import { PGlite } from '@electric-sql/pglite';

/**
 * Makes an empty database in a folder, in a process of its own: what that takes in memory (some hundred
 * megabytes) ends with it instead of staying with the server for ever.
 */
const client = await PGlite.create(process.argv[2] as string);
await client.close();
