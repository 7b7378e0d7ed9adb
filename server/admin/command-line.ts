import { closeDataDir } from '../data-dir.ts';
import { openWithoutLimits } from '../db/client.ts';
import { loadEnvironment } from '../load-environment.ts';
import { runAdmin } from './run.ts';

const { code, out, err } = await runAdmin(process.argv.slice(2), {
  environment: loadEnvironment(),
  openDatabase: (settings, options) => {
    closeDataDir(settings.dataDir);
    return openWithoutLimits(settings, options);
  },
});
process.stdout.write(out);
process.stderr.write(err);
process.exitCode = code;
