import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';

/** The values of a contact that comparisons read. Postgres computes each once per contact, for any number of comparisons. */
export interface ContactValues {
  /** Returns a field of `c` in lower case. */
  readonly lowered: (field: string) => FragmentSqlToken;
  /** Returns a custom field: its JSON, its text, its text in lower case, or its number; null if it has none. */
  readonly custom: (key: string, as: CustomValue) => FragmentSqlToken;
  /** Returns the joins that compute all values which were asked for. They follow `contacts.contact as c`. */
  readonly joins: () => FragmentSqlToken;
}

/** The form in which a comparison reads a custom field. */
type CustomValue = 'json' | 'text' | 'lowered' | 'number';

/** Creates a collection of values for one statement. */
export function createContactValues(): ContactValues {
  const values = new Map<string, { readonly column: FragmentSqlToken; readonly value: FragmentSqlToken }>();
  let readsCustomFields = false;
  return { lowered, custom, joins };

  function lowered(field: string): FragmentSqlToken {
    return add(field, sql.fragment`lower(${sql.identifier(['c', field])})`);
  }

  function custom(key: string, as: CustomValue): FragmentSqlToken {
    readsCustomFields = true;
    return add(JSON.stringify([as, key]), customValueSql(key, as));
  }

  function add(name: string, value: FragmentSqlToken): FragmentSqlToken {
    const { column } = values.get(name) ?? { column: sql.fragment`${sql.identifier([`v${values.size}`])}` };
    values.set(name, { column, value });
    return sql.fragment`computed.${column}`;
  }

  // `offset 0` stops Postgres from copying the expressions into each comparison.
  function joins(): FragmentSqlToken {
    if (values.size === 0) return sql.fragment``;
    const columns = [...values.values()].map(({ column, value }) => sql.fragment`${value} as ${column}`);
    return sql.fragment`${readsCustomFields ? customFields : sql.fragment``}
      cross join lateral (select ${sql.join(columns, sql.fragment`, `)} offset 0) as computed`;
  }
}

/** The custom fields, decompressed once: the concatenation returns them as they are in memory. */
const customFields = sql.fragment`cross join lateral (select c.custom_fields || '{}'::jsonb as fields offset 0) as custom`;

function customValueSql(key: string, as: CustomValue): FragmentSqlToken {
  const text = sql.fragment`(custom.fields ->> ${key}::text)`;
  switch (as) {
    case 'json':
      return sql.fragment`(custom.fields -> ${key}::text)`;
    case 'text':
      return text;
    case 'lowered':
      return sql.fragment`lower(${text})`;
    case 'number':
      return sql.fragment`case when ${text} ~ '^-?[0-9]{1,100}([.][0-9]{1,100})?$' then ${text}::numeric end`;
  }
}
