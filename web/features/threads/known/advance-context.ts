import { createContext } from 'react';

/**
 * Called before a conversation is resolved, because its row may be gone from the list afterwards. What it returns is
 * called once that is done.
 */
export type PlanAdvance = (threadId: string) => () => void;

export const AdvanceContext = createContext<PlanAdvance>(() => () => {});
