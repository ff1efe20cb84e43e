import type { ViewConfig } from './table.ts';

/** The settings that the toolbar changes; the others of a view stay as they are. */
export type ConfigChange = Partial<ViewConfig>;

/** The settings that a person without the right to change views has in the address. */
const names = ['filters', 'sort', 'group_by', 'columns', 'frozen_count', 'row_height'] as const;

/** Reads settings from the text of a search parameter; undefined for a text that is not settings. */
export const configParameter = {
  parse(text: string): ConfigChange | undefined {
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
      return Object.fromEntries(Object.entries(value).filter(([name]) => names.some((known) => known === name))) as ConfigChange;
    } catch {
      return undefined;
    }
  },
  format: (change: ConfigChange): string => JSON.stringify(change),
};

/** Returns settings after a change; an undefined value and an empty list take a setting away. */
export function withChange<Config extends object>(config: Config, change: ConfigChange): Config {
  const merged = Object.entries({ ...config, ...change });
  return Object.fromEntries(
    merged.filter(([name, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0 && name !== 'columns')),
  ) as Config;
}
