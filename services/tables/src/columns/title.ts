import type { Column } from '../schema/schema.ts';

const TITLES: ReadonlySet<string> = new Set(['text', 'long_text', 'email']);

/** Returns true if a column may become the title of its table by default. */
export const canBeTitle = ({ type }: Pick<Column, 'type'>): boolean => TITLES.has(type);
