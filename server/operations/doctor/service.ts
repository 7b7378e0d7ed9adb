import { loadEnvironment } from '#server/outside/settings/load-environment.ts';
import type { Runtime } from '#server/runtime.ts';
import type { DoctorReply } from '#shared/api/doctor.ts';
import type { Patient } from './check.ts';
import { allChecks } from './checks.ts';
import { createHider } from './hide-secrets.ts';
import { runChecks } from './run.ts';

/** A second caller gets the same run. */
const running = new WeakMap<Runtime, Promise<DoctorReply>>();

export function examine(runtime: Runtime): Promise<DoctorReply> {
  const known = running.get(runtime);
  if (known) return known;
  const run = examineRuntime(runtime).finally(() => running.delete(runtime));
  running.set(runtime, run);
  return run;
}

function examineRuntime(runtime: Runtime): Promise<DoctorReply> {
  return runChecks(allChecks, toPatient(runtime), createHider(loadEnvironment()));
}

export function toPatient({ config, db, secrets, fetch, clock, rollCall }: Runtime): Patient {
  return {
    ...{ config, db, fetch },
    wrongSettings: [],
    databaseTrouble: null,
    hasTables: true,
    loadSecrets: async () => secrets,
    now: () => clock.now(),
    callRoll: shareOnce(rollCall),
  };
}

/** Several checks need it. */
export function shareOnce<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | null = null;
  return () => {
    answer ??= ask();
    return answer;
  };
}
