/** Something an expert can say about a subject: what calls it up, how it is put, and what follows on "why?" or "more". */
export type Tip = { about: RegExp; says: string[]; more: string };
