/** An event type of the catalog, as a choice. */
export interface TypeChoice {
  readonly type: string;
  readonly group: string;
  readonly label: string;
}

/** A group of event types with those of them that match a search. */
export interface TypeGroup<Type extends TypeChoice> {
  readonly group: string;
  readonly types: readonly Type[];
}

/** Returns the groups with the event types whose name, label or group has the searched text. */
export function groupsOf<Type extends TypeChoice>(types: readonly Type[], search: string): readonly TypeGroup<Type>[] {
  const text = search.trim().toLowerCase();
  const matching = types.filter(({ type, label, group }) => `${type} ${label} ${group}`.toLowerCase().includes(text));
  return [...Map.groupBy(matching, ({ group }) => group)].map(([group, found]) => ({ group, types: found }));
}

/** Returns the chosen types with one more or one fewer. */
export const toggleType = (chosen: readonly string[], type: string): readonly string[] =>
  chosen.includes(type) ? chosen.filter((one) => one !== type) : [...chosen.filter((one) => one !== '*'), type];

/** Returns the chosen types with all of a group, or with none of it if all were chosen. */
export function toggleGroup(chosen: readonly string[], types: readonly TypeChoice[]): readonly string[] {
  const names = types.map(({ type }) => type);
  const others = chosen.filter((one) => !names.includes(one) && one !== '*');
  return names.every((name) => chosen.includes(name)) ? others : [...others, ...names];
}

/** Returns the name of a group for people, such as "Event subscriptions". */
export function groupName(group: string): string {
  const text = group.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
