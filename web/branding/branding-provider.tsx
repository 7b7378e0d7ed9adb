import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react';
import type { BrandingReply } from '#shared/api/branding.ts';
import { brandingElementId, defaultBranding, describeBranding } from '#shared/branding.ts';
import { api } from '#web/lib/api-client.ts';
import { SiteName } from '#web/lib/site-name.ts';
import { showBrandColours } from './brand-colours.ts';
import { showBrandInHead } from './brand-head.ts';
import { BrandingContext } from './use-branding.ts';

const brandingQuery = queryOptions({
  queryKey: ['branding'],
  queryFn: ({ signal }) => api.get<BrandingReply>('/api/branding', signal),
  retry: false,
  refetchOnWindowFocus: false,
});

/** Gives the site the look of whose domain it is; until the server answers, or if it can't, what the page said. */
export function BrandingProvider({ children }: { children: ReactNode }) {
  const [pageBranding] = useState(readPageBranding);
  const { data: reply = pageBranding } = useQuery(brandingQuery);
  const branding = useMemo(() => describeBranding(reply), [reply]);
  // Before the first paint, so that no page flashes in another look.
  useLayoutEffect(() => {
    showBrandColours(branding.isWhiteLabel ? reply.expert : null);
    showBrandInHead(branding);
  }, [reply, branding]);
  return (
    <BrandingContext value={branding}>
      <SiteName value={branding.siteName}>{children}</SiteName>
    </BrandingContext>
  );
}

/** The server puts it into every page; Vite's pages in development have none. */
function readPageBranding(): BrandingReply {
  const data = document.getElementById(brandingElementId)?.textContent;
  return data ? (JSON.parse(data) as BrandingReply) : defaultBranding;
}
