import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react';
import type { BrandingReply } from '#shared/api/branding.ts';
import { brandingElementId, defaultBranding, describeBranding } from '#shared/branding.ts';
import { api } from '#web/lib/api-client.ts';
import { SiteName } from '#web/lib/site-name.ts';
import { showBrandColors } from './brand-colors.ts';
import { showBrandInHead } from './brand-head.ts';
import { BrandingContext } from './use-branding.ts';

const brandingQuery = queryOptions({
  queryKey: ['branding'],
  queryFn: ({ signal }) => api.get<BrandingReply>('/api/branding', signal),
  retry: false,
  refetchOnWindowFocus: false,
});

/** The brand in the page applies until the server answers. */
export function BrandingProvider({ children }: { children: ReactNode }) {
  const [pageBranding] = useState(readPageBranding);
  const { data: reply = pageBranding } = useQuery(brandingQuery);
  const branding = useMemo(() => describeBranding(reply), [reply]);
  // Before the first paint, or the default look would flash.
  useLayoutEffect(() => {
    showBrandColors(branding.isWhiteLabel ? reply.expert : null);
    showBrandInHead(branding);
  }, [reply, branding]);
  return (
    <BrandingContext value={branding}>
      <SiteName value={branding.siteName}>{children}</SiteName>
    </BrandingContext>
  );
}

/** Vite's development pages embed none. */
function readPageBranding(): BrandingReply {
  const data = document.getElementById(brandingElementId)?.textContent;
  return data ? (JSON.parse(data) as BrandingReply) : defaultBranding;
}
