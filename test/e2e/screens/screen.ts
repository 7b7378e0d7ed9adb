import type { Page } from 'playwright-core';
import type { Answers } from './answers.ts';
import type { Scene } from './scene.ts';

/** Nora has just signed up, Mia talks to Ada. */
export type Who = 'nobody' | 'nora' | 'mia' | 'admin';

export const sizes = {
  desk: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;
export type Size = keyof typeof sizes;
export type Theme = 'light' | 'dark';

/** One thing that a person can see, and how to get there. */
export type Screen = {
  /** Its own, also of its pictures. */
  name: string;
  /** What the pictures show. */
  caption: string;
  who: Who;
  path: string | ((scene: Scene) => string);
  /** Of the document. */
  title: string;
  /** The one heading of the first level; null where nothing is known yet to head. */
  heading: string | null;
  /** What else must be there to read. */
  texts?: string[];
  /** For states that the server would not show by itself. */
  answers?: Answers;
  /** What the person does before they see it. */
  act?: (page: Page) => Promise<void>;
  /** Where the other size has no such thing. */
  only?: Size;
  /** The site of an expert with a domain of its own. */
  host?: string;
};

export type Chapter = { title: string; screens: Screen[] };
