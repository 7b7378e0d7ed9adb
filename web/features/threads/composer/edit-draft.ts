import { createContext } from 'react';

/** `isFirst`: it was written before what is in the field now. */
export type EditedText = { text: string; isFirst?: boolean };

/** Puts a text into the composer. */
export const EditDraftContext = createContext<(edited: EditedText) => void>(() => {});
