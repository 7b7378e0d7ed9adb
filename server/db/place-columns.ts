import { experts, threads, users } from './schema.ts';

/** What the search shows of a thread. */
export const placeColumns = {
  threadId: threads.id,
  title: threads.title,
  handle: threads.handle,
  firstName: users.firstName,
  lastName: users.lastName,
  expert: {
    id: experts.id,
    displayName: experts.displayName,
    imageUrl: experts.imageUrl,
    channel: experts.channel,
  },
};
