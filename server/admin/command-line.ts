import { readEnvironment } from '../config.ts';
import { closeDataDir } from '../data-dir.ts';
import { openDatabase } from '../db/client.ts';
import { runAdmin } from './run.ts';

const { code, out, err } = await runAdmin(process.argv.slice(2), {
  environment: readEnvironment(),
  openDatabase: (settings) => {
    closeDataDir(settings.dataDir);
    return openDatabase(settings);
  },
});
process.stdout.write(out);
process.stderr.write(err);
process.exitCode = code;
