import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/db/client.ts';
import { fingerprintOf } from '#server/secrets.ts';

/** By what a person is recognised who has had the trial. */
export type Claimant = { phoneNumber: string; email: string };

/** How a claim of the trial names its person: so that it can outlive the account. */
export function claimOf(secretKey: Buffer, { phoneNumber, email }: Claimant) {
  return {
    phoneHash: fingerprintOf(secretKey, phoneNumber),
    emailHash: fingerprintOf(secretKey, email.toLowerCase()),
  };
}

const atOnce = 1_000;

/** Older versions kept the numbers as they are: at the start they become fingerprints, which only we can make. */
export async function hashOldClaims(db: Database, secretKey: Buffer): Promise<void> {
  for (;;) {
    const old = await rowsOf<{ phone: string; email: string | null }>(
      db,
      sql`select phone_hash as phone, email from trial_claims
          left join users on users.id = trial_claims.user_id
          where phone_hash like '+%' limit ${atOnce}`,
    );
    if (old.length === 0) return;
    const hashed = old.map(({ phone, email }) => ({
      phone,
      hash: fingerprintOf(secretKey, phone),
      email: email && fingerprintOf(secretKey, email.toLowerCase()),
    }));
    await db.execute(
      sql`update trial_claims set phone_hash = claim.hash, email_hash = claim.email
          from json_to_recordset(${JSON.stringify(hashed)}::json)
            as claim(phone text, hash text, email text)
          where phone_hash = claim.phone`,
    );
  }
}
