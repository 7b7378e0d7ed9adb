import type { Secrets } from '#server/access/secrets/secrets.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/client.ts';
import type { Trouble } from '#server/outside/outgoing/trouble.ts';
import type { CheckGroup, Finding } from '#shared/api/doctor.ts';
import type { ProcessFacts } from './roll-call.ts';

/** What a check may look into. Nothing of it is changed, but a small file that is written and removed. */
export type Patient = {
  /** Without the wrong settings, where there are some. Null if nothing can be said without them. */
  config: Config | null;
  /** As the start lists them. */
  wrongSettings: string[];
  /** Null where it can't be opened; then `databaseTrouble` says why. */
  db: Database | null;
  databaseTrouble: Trouble | null;
  /** False before the first start. */
  hasTables: boolean;
  loadSecrets: () => Promise<Secrets>;
  fetch: typeof fetch;
  now: () => Date;
  /** Every process of the installation that answers; only this one, or none, without a server for the database. */
  callRoll: () => Promise<ProcessFacts[]>;
};

export type Check = {
  group: CheckGroup;
  name: string;
  /** None where there is nothing to look at. @throws {Trouble} */
  run(patient: Patient): Promise<Finding[]>;
};

export type ReadyPatient = Patient & { config: Config; db: Database };

/** A check that says nothing while settings or database, which have their own findings, are missing. */
export function withDatabase(
  run: (patient: ReadyPatient) => Promise<Finding[]>,
): (patient: Patient) => Promise<Finding[]> {
  return async (patient) => {
    const { config, db } = patient;
    return config && db ? run({ ...patient, config, db }) : [];
  };
}

/** What reads our tables. */
export function withTables(
  run: (patient: ReadyPatient) => Promise<Finding[]>,
): (patient: Patient) => Promise<Finding[]> {
  return withDatabase(async (patient) => (patient.hasTables ? run(patient) : []));
}

export type ConfiguredPatient = Patient & { config: Config };

export function withConfig(
  run: (patient: ConfiguredPatient) => Promise<Finding[]>,
): (patient: Patient) => Promise<Finding[]> {
  return async (patient) => (patient.config ? run({ ...patient, config: patient.config }) : []);
}
