import { json } from 'node:stream/consumers';
import { migrate } from '#server/db/migrate.ts';
import { choose, describePause } from '#server/operations/restore/service.ts';
import { systemClock } from '#server/runtime.ts';
import { type Pause, type RestoreChoices, restoreChoices } from '#shared/api/restore.ts';
import { callLocally } from '../start/local-commands.ts';
import { UsageError } from './command.ts';
import type { FileCommand } from './file-commands.ts';

/** Other processes work again at their next poll. */
export const resume: FileCommand = async (needs) => {
  const choices = readChoices(needs.options);
  const { config } = needs;
  const running = config.databaseUrl
    ? null
    : await callLocally(config.dataDir, '/resume', { choices });
  if (running) {
    const { pause, message } = (await json(running)) as { pause: Pause | null; message?: string };
    if (message) throw new UsageError(message);
    return describe(pause, choices);
  }
  const open = await needs.openDatabase(config);
  try {
    await migrate(open);
    const own = { config, db: open.db, clock: systemClock };
    const pause = choices ? await choose(own, choices, null) : await describePause(own);
    return describe(pause, choices);
  } finally {
    await open.close();
  }
};

function readChoices({ waiting, unsent }: Parameters<FileCommand>[0]['options']) {
  if (waiting === undefined && unsent === undefined) return null;
  const { data } = restoreChoices.safeParse({ waiting, unsent });
  if (!data) throw new UsageError('resume takes --waiting answer|close and --unsent send|close.');
  return data;
}

function describe(pause: Pause | null, choices: RestoreChoices | null): string[] {
  if (!pause) return [choices ? 'Texts are answered and sent again.' : 'Nothing is paused.'];
  const { waiting, unsent, arrived, payments } = pause;
  const chosen = (choice: string | null) => (choice ? ` (chosen: ${choice})` : '');
  return [
    `Paused since the restore at ${pause.restoredAt}, of a backup of ${pause.backedUpAt}.`,
    `Not answered at the backup: ${waiting.count}${chosen(waiting.choice)}. Not sent: ${unsent.count}${chosen(unsent.choice)}. Arrived since: ${arrived}.`,
    ...(payments === 'pending'
      ? [
          "Stripe's events since the backup are not fetched yet: a person who has paid since may be told that no messages are left.",
        ]
      : []),
    'Choose: npm run admin -- resume --waiting answer|close --unsent send|close',
  ];
}
