export const presenceKey = (threadId: string) => ['presence', threadId] as const;
