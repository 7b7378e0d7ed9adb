import type { Finding } from '#shared/api/doctor.ts';

export type CheckedExpert = { name: string; address: string; senderId: string | null };

/** What a check of a channel may know. */
export type CheckFacts = {
  /** Those that are live, with an address on this channel. */
  experts: CheckedExpert[];
  publicUrl: string;
  now: Date;
};

export type ChannelCheck<Settings> = {
  name: string;
  /** Changes nothing at the gateway. @throws {Trouble} */
  run(settings: Settings, facts: CheckFacts, call: typeof fetch): Promise<Finding[]>;
};
