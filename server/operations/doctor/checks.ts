import { ok } from '#server/outside/outgoing/trouble.ts';
import { splitProblem } from '#server/outside/settings/explain-problem.ts';
import type { Finding } from '#shared/api/doctor.ts';
import { aiChecks } from './ai.ts';
import { channelChecks } from './channels.ts';
import type { Check, Patient } from './check.ts';
import { databaseChecks } from './database.ts';
import { networkChecks } from './network.ts';
import { serviceChecks } from './services.ts';
import { workChecks } from './work.ts';

const settingsCheck: Check = { group: 'Settings', name: 'Settings', run: checkSettings };

async function checkSettings({ config, wrongSettings }: Patient): Promise<Finding[]> {
  const wrong = wrongSettings.map((line): Finding => ({ state: 'broken', ...splitProblem(line) }));
  const found = [...wrong, ...(config?.doubts ?? [])];
  return found.length > 0 ? found : [ok('All are set as they should be.')];
}

export const allChecks: readonly Check[] = [
  settingsCheck,
  ...databaseChecks,
  ...networkChecks,
  ...channelChecks,
  ...serviceChecks,
  ...aiChecks,
  ...workChecks,
];
