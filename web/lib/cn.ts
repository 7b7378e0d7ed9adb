import { type ClassValue, clsx } from 'clsx';

/**
 * Does not resolve conflicting classes: the library that does is as large as a page. Classes that a
 * caller may override use the `default:` variant of styles.css.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
