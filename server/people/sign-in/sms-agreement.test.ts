import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { smsAgreementPoints, smsAgreementVersion } from '#shared/sms-agreement.ts';

/** Add a line for new wording; never change one. */
const wordings: Record<string, string> = {
  '2025-10-03': '94499d0952a626165996d14b4b5b58aca27444cabd95951c0811641493f0a49b',
  '2026-11-26': '30ff642dd43cfd28b844e5f7c0b88710ae9eb57d81d88f4fa879c5fd7015ecc1',
};

it('has a new version for every new wording of the SMS Agreement', () => {
  const hash = createHash('sha256').update(smsAgreementPoints.join('\n')).digest('hex');
  expect(wordings[smsAgreementVersion]).toBe(hash);
});
