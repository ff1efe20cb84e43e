import type { Interceptor } from 'slonik';

/*
 * Names of prepared statements. A connection prepares a named statement once and then sends only its name, so two texts under
 * one name fail on connections that know the other one: rarely, and on a busy machine first. A usual cause is a text that depends
 * on the number of its values. Pools that check their rows compare the texts of each name; others pay nothing for this.
 */

let areChecked = false;

/** Returns true in a process with a pool that compares the texts of each name. */
export const areStatementNamesChecked = (): boolean => areChecked;

/** Throws when a prepared statement has another text than the one that was prepared under its name. */
export function assertSameText(name: string, prepared: string, text: string): void {
  if (text !== prepared)
    throw new Error(
      `Two texts have the name of one prepared statement, "${name}". Its text must not depend on its values or their number: ` +
        `use unnestRows or sql.array, or give each text a name.\n${prepared}\n--- and ---\n${text}`,
    );
}

/** Creates the interceptor of a pool that throws when two statements of one name have different texts. */
export function checkStatementNames(): Interceptor {
  areChecked = true;
  const texts = new Map<string, string>();
  return {
    name: 'statement-names',
    transformQuery(_context, query) {
      const { name, sql } = query;
      if (name === undefined) return query;
      const prepared = texts.get(name);
      if (prepared === undefined) texts.set(name, sql);
      else assertSameText(name, prepared, sql);
      return query;
    },
  };
}
