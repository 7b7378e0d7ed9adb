import type { DoctorReply, PlacedFinding } from '#shared/api/doctor.ts';

export const aFinding = (fields: Partial<PlacedFinding> = {}): PlacedFinding => ({
  group: 'Database',
  name: 'Connection',
  about: null,
  state: 'ok',
  why: 'It answers.',
  fix: null,
  ...fields,
});

export const someFindings: PlacedFinding[] = [
  aFinding({
    group: 'Settings',
    name: 'Settings',
    about: 'TWILIO_ACOUNT_SID',
    state: 'warning',
    why: 'TWILIO_ACOUNT_SID is set, but is no setting of Sagewire, so it is not read.',
    fix: 'If TWILIO_ACCOUNT_SID is meant, rename it to TWILIO_ACCOUNT_SID; otherwise remove it.',
  }),
  aFinding(),
  aFinding({ name: 'Version', why: 'PostgreSQL 17.4.' }),
  aFinding({ group: 'Network', name: 'TLS certificate', why: 'It is valid for 61 days.' }),
  aFinding({ group: 'Channels', name: 'Twilio webhooks', about: 'Ada', why: 'Texts reach us.' }),
  aFinding({
    group: 'Channels',
    name: 'Twilio webhooks',
    about: 'Noor',
    state: 'broken',
    why: 'Texts to +12025550100 go to https://demo.twilio.com/welcome/sms/reply, not to us.',
    fix: 'On the page of Noor, press Set webhook.',
  }),
];

export const aDoctorReply = (findings = someFindings): DoctorReply => ({
  at: '2026-11-24T12:00:00.000Z',
  tookMs: 1_840,
  state: findings.some(({ state }) => state === 'broken') ? 'broken' : 'ok',
  findings,
});
