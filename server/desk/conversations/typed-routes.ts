import { currentReader, forStaff } from '#server/access/guard.ts';
import { type Api, editReplies } from '#server/http/api.ts';
import type { Runtime } from '#server/runtime.ts';
import { idParams } from '#shared/api/common.ts';
import { typedReply, typedRequest } from '#shared/api/typed.ts';
import { keepTyped } from './typed.ts';

export async function typedRoutes(app: Api, runtime: Runtime): Promise<void> {
  app.put(
    '/api/threads/:id/typed',
    {
      ...forStaff(runtime, 'write in conversations'),
      schema: {
        summary:
          'Keeps what the caller has typed and not sent, unless another page of theirs has changed it since',
        params: idParams,
        body: typedRequest,
        response: editReplies(typedReply, typedReply),
      },
    },
    async (request) => {
      const reader = currentReader(request);
      const threadId = request.params.id;
      return { typed: await keepTyped(runtime, reader, { threadId, ...request.body }) };
    },
  );
}
