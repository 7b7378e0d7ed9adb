import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { allChecks } from '#server/operations/doctor/checks.ts';
import { createHider } from '#server/operations/doctor/hide-secrets.ts';
import { openPatient } from '#server/operations/doctor/open-patient.ts';
import { runChecks } from '#server/operations/doctor/run.ts';
import type { CheckState, DoctorReply } from '#shared/api/doctor.ts';

export const secretKey = Buffer.alloc(32, 7).toString('base64');
export const twilio = {
  TWILIO_ACCOUNT_SID: `AC${'1'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'auth-token',
};
export const stripe = { STRIPE_SECRET_KEY: 'sk_live_key', STRIPE_WEBHOOK_SECRET: 'whsec_secret' };

/** As `npm run doctor` does, in a folder of its own. */
export async function examine(settings: Record<string, string>): Promise<DoctorReply> {
  const folder = mkdtempSync(join(tmpdir(), 'sagewire-doctor-'));
  const source = { DATA_DIR: join(folder, 'data'), ...settings };
  const { patient, close } = await openPatient(source);
  try {
    return await runChecks(allChecks, patient, createHider(source));
  } finally {
    await close();
    rmSync(folder, { recursive: true });
  }
}

/** What is expected of one finding, among any others. */
export type Expected = {
  name: string;
  about?: string;
  state: CheckState;
  why?: RegExp;
  fix: RegExp;
};

export function expectFinding(reply: DoctorReply, { name, about, state, why, fix }: Expected) {
  const named = reply.findings.filter((one) => one.name === name);
  expect(named).toContainEqual(
    expect.objectContaining({
      state,
      ...(about && { about }),
      ...(why && { why: expect.stringMatching(why) }),
      fix: expect.stringMatching(fix),
    }),
  );
}
