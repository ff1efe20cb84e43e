import type { Arguments } from '../../api/send.ts';

/** Returns the fields of an object that differ from those of another one, and their values there. */
export function differencesOf<T extends object>(now: T, saved: T): { readonly fields: Arguments; readonly before: Arguments } {
  const names = (Object.keys(now) as (keyof T & string)[]).filter((name) => JSON.stringify(now[name]) !== JSON.stringify(saved[name]));
  return {
    fields: Object.fromEntries(names.map((name) => [name, now[name]])),
    before: Object.fromEntries(names.map((name) => [name, saved[name]])),
  };
}
