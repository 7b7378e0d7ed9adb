import { type ClassValue, clsx } from 'clsx';

/**
 * Resolves no conflicts: the library that does is as large as a page. What a caller may override uses the
 * `default:` variant of styles.css.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
