import { describeFailure } from './describe-failure.ts';
import { openFolder } from './open-folder.ts';

/** A separate process: creating a database takes hundreds of megabytes that the server would keep. */
try {
  const client = await openFolder(process.argv[2] as string); // given by createFolder
  await client.close();
} catch (error) {
  process.stderr.write(describeFailure(error));
  process.exit(1);
}
