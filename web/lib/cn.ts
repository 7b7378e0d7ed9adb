import { type ClassValue, clsx } from 'clsx';

/**
 * Does not resolve conflicting classes: that library is as large as a page. Classes that callers
 * may override use the `default:` variant of styles.css.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
