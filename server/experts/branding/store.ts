import { and, eq, type SQL } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { experts } from '#server/db/schema.ts';
import type { BrandingReply } from '#shared/api/branding.ts';

/** The active expert whose own site this host name is. */
export async function findSiteOwner(
  db: Database,
  domain: string,
): Promise<{ id: string; showsOtherExperts: boolean } | null> {
  const { id, showsOtherExperts } = experts;
  const [row] = await db.select({ id, showsOtherExperts }).from(experts).where(isSiteOf(domain));
  return row ?? null;
}

export async function findBrand(db: Database, domain: string): Promise<BrandingReply['expert']> {
  const [row] = await db
    .select({
      displayName: experts.displayName,
      siteName: experts.siteName,
      siteTagline: experts.siteTagline,
      imageUrl: experts.imageUrl,
      primaryColor: experts.primaryColor,
      secondaryColor: experts.secondaryColor,
      accentColor: experts.accentColor,
      words: experts.words,
    })
    .from(experts)
    .where(isSiteOf(domain));
  return row ?? null;
}

function isSiteOf(hostname: string): SQL | undefined {
  const domain = hostname.toLowerCase().replace(/\.$/, '');
  return and(eq(experts.customDomain, domain), eq(experts.status, 'ACTIVE'));
}
