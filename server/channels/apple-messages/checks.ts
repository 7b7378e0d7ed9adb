import { z } from 'zod';
import { askVendor } from '#server/outside/outgoing/ask-vendor.ts';
import { broken, ok, Trouble } from '#server/outside/outgoing/trouble.ts';
import type { Finding } from '#shared/api/doctor.ts';
import { parseBusinessId } from '#shared/business-id.ts';
import type { ChannelCheck, CheckFacts } from '../check.ts';
import { createAuthHeader } from './rest.ts';
import type { AppleProvider } from './token.ts';

const vendor = { name: 'Apple', keys: 'AMB_MSP_ID and AMB_SECRET', address: 'AMB_API_URL' };

export const appleChecks: ChannelCheck<AppleProvider>[] = [
  { name: 'Apple token', run: checkToken },
];

/** Apple docs: MSP REST API, attachments. The only call that texts no person; what it prepares is never uploaded. */
async function checkToken(
  provider: AppleProvider,
  { experts }: CheckFacts,
  call: typeof fetch,
): Promise<Finding[]> {
  if (experts.length === 0) return [ok('No expert uses it yet.')];
  return Promise.all(
    experts.map(async ({ name, address }) => {
      const headers = {
        ...createAuthHeader(provider),
        'source-id': parseBusinessId(address),
        size: '1',
      };
      const url = `${provider.apiUrl}/v1/preUpload`;
      try {
        await askVendor(call, vendor, {
          url,
          headers,
          shape: z.object({ 'upload-url': z.string() }),
        });
        return ok('Apple accepts our token.', name);
      } catch (error) {
        if (!(error instanceof Trouble) || error.status === null) throw error;
        return explain(error, name);
      }
    }),
  );
}

function explain({ status, finding }: Trouble, name: string): Finding {
  if (status === 401 || status === 403) {
    const why = `Apple refuses our token (HTTP ${status}).`;
    const fix =
      'Correct AMB_MSP_ID and AMB_SECRET, set the clock right, and let the business choose this provider in Apple Business Register.';
    return broken(why, fix, name);
  }
  if (status === 404) {
    const why = 'Apple does not know the business (HTTP 404).';
    const fix = `Correct the business ID on the page of ${name}, or AMB_API_URL if it is set.`;
    return broken(why, fix, name);
  }
  return { ...finding, about: name };
}
