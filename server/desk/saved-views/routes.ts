import { currentUser, forStaff } from '#server/access/guard.ts';
import { type Api, replies } from '#server/http/api.ts';
import { limitByAccount } from '#server/http/rate-limits.ts';
import type { Runtime } from '#server/runtime.ts';
import { idParams, okReply } from '#shared/api/common.ts';
import {
  oneViewReply,
  renameViewRequest,
  viewRequest,
  viewsReply,
} from '#shared/api/saved-views.ts';
import { isAdmin } from '#shared/roles.ts';
import { changeViewName, createView, readViews, removeView } from './service.ts';

export async function savedViewRoutes(app: Api, runtime: Runtime): Promise<void> {
  const guard = forStaff(runtime, 'save views');

  app.get(
    '/api/views',
    {
      ...guard,
      config: limitByAccount('search'),
      schema: {
        summary: "The team's saved views and one's own, with how many conversations are in each",
        response: replies(viewsReply),
      },
    },
    async (request) => ({ views: await readViews(runtime, currentUser(request).id) }),
  );

  app.post(
    '/api/views',
    {
      ...guard,
      schema: {
        summary: 'Saves filters and a search by name; only admins share a view',
        body: viewRequest,
        response: replies(oneViewReply),
      },
    },
    async (request) => ({ view: await createView(runtime, ownerOf(request), request.body) }),
  );

  app.put(
    '/api/views/:id',
    {
      ...guard,
      schema: {
        summary: 'Renames a view',
        params: idParams,
        body: renameViewRequest,
        response: replies(oneViewReply),
      },
    },
    async (request) => {
      const change = { id: request.params.id, name: request.body.name };
      return { view: await changeViewName(runtime, ownerOf(request), change) };
    },
  );

  app.delete(
    '/api/views/:id',
    { ...guard, schema: { params: idParams, response: replies(okReply) } },
    async (request) => {
      await removeView(runtime, ownerOf(request), request.params.id);
      return { ok: true } as const;
    },
  );
}

function ownerOf(request: Parameters<typeof currentUser>[0]) {
  const user = currentUser(request);
  return { id: user.id, isAdmin: isAdmin(user) };
}
