import type { Column } from '../table.ts';

/** Returns a cell as text. */
export function cellText(_column: Column, value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
