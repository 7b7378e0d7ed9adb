import { type Api, replies } from '#server/http/api.ts';
import { readVisit } from '#server/http/from-here.ts';
import type { Runtime } from '#server/runtime.ts';
import { brandingReply } from '#shared/api/branding.ts';
import { getBranding } from './service.ts';

export async function brandingRoutes(app: Api, runtime: Runtime): Promise<void> {
  app.get('/api/branding', { schema: { response: replies(brandingReply) } }, async (request) =>
    getBranding(runtime, readVisit(request)),
  );
}
