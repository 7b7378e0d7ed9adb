import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { experts } from '#server/db/schema.ts';
import type { BrandingReply } from '#shared/api/branding.ts';

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
    .where(and(eq(experts.customDomain, domain), eq(experts.status, 'ACTIVE')));
  return row ?? null;
}
