import { experts, threads, users } from './schema.ts';

/** Enough of a thread to name it. */
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
