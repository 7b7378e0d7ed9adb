/** The name of the draft of what a thread's composer sends. */
export const composerDraftOf = (threadId: string) => `thread ${threadId}`;
