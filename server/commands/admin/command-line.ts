import { openWithoutLimits } from '#server/db/client.ts';
import { closeDataDir } from '#server/outside/settings/data-dir.ts';
import { loadEnvironment } from '#server/outside/settings/load-environment.ts';
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
