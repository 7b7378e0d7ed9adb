import { type ClassValue, clsx } from 'clsx';

/**
 * Joins class names. Nothing is merged away: a library that does weighs as much as a page. Where a component
 * sets something that its caller may change, it writes it with the `default:` variant (see styles.css),
 * which any plain class overrides.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
