import type { Page } from 'playwright-core';
import type { Answers } from './answers.ts';
import type { SampleProduct } from './sample-product.ts';

/** Nora has just signed up; Mia talks to Ada. */
export type Who = 'visitor' | 'nora' | 'mia' | 'admin';

export const sizes = {
  desk: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;
export type Size = keyof typeof sizes;
/** A tablet, a laptop, a large screen, and a desk's window at 200 %: what is drawn for a desk or a phone must fit these, too. */
export const otherWindows = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 768, height: 1024 },
  { width: 720, height: 450 },
];
export type Theme = 'light' | 'dark';

export type Screen = {
  /** Unique; names its pictures. */
  name: string;
  caption: string;
  who: Who;
  path: string | ((sample: SampleProduct) => string);
  title: string;
  /** The only first-level heading. */
  heading: string | null;
  /** Other visible texts. */
  texts?: string[];
  /** For states that the server does not reach. */
  answers?: Answers;
  action?: (page: Page) => Promise<void>;
  only?: Size;
  host?: string;
};

export type Section = { title: string; screens: Screen[] };
