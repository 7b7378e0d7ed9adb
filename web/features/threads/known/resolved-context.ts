import { createContext } from 'react';

/** Hears which conversation the reader has just resolved, however they did. */
export const ResolvedContext = createContext<(threadId: string) => void>(() => {});
