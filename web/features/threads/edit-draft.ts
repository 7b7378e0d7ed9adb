import { createContext } from 'react';

/** Puts a text into the composer, to be changed before it is sent. */
export const EditDraftContext = createContext<(text: string) => void>(() => {});
