import { didYouMean } from '@space/text';

/** The names that other APIs have for our fields, with ours; a form that has several of them gets them all. */
const familiarNames: Readonly<Record<string, readonly string[]>> = {
  all: ['and'],
  any: ['or'],
  created_after: ['since'],
  created_before: ['until'],
  created_since: ['since'],
  created_until: ['until'],
  column: ['column_key'],
  comparator: ['op'],
  count: ['limit'],
  ending_before: ['cursor'],
  field: ['column_key'],
  from: ['since', 'start_date', 'starts_at'],
  max_results: ['limit'],
  name: ['plural_label', 'label', 'title'],
  operator: ['op'],
  order: ['sort', 'direction'],
  order_by: ['sort'],
  page: ['cursor'],
  page_size: ['limit'],
  page_token: ['cursor'],
  per_page: ['limit'],
  q: ['search'],
  query: ['search'],
  sort_by: ['sort'],
  starting_after: ['cursor', 'after'],
  tag: ['tags'],
  time_zone: ['timezone'],
  to: ['until', 'end_date', 'ends_at'],
  tz: ['timezone'],
  where: ['filters', 'condition'],
};

/** Returns the end of an error about an unknown field: the field that other APIs name so, or those with the closest names. */
export function didYouMeanField(name: string, fields: Iterable<string>): string {
  const all = [...fields];
  const familiar = Object.hasOwn(familiarNames, name) ? familiarNames[name]!.filter((ours) => all.includes(ours)) : [];
  return familiar.length === 0 ? didYouMean(name, all) : `; did you mean ${familiar.map((ours) => `"${ours}"`).join(' or ')}?`;
}
