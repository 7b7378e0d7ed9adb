import { createContext } from 'react';

/** Puts a text into the composer. */
export const EditDraftContext = createContext<(text: string) => void>(() => {});
