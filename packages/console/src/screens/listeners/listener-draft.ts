import { changedFields } from '../../parts/schema-form/changed.ts';
import type { FilterTexts } from '../listening/filter-fields.tsx';
import { filterText, readFilter } from '../listening/filter-text.ts';
import type { Listener } from '../listening/listener.ts';

/** The fields of a listener that a person changes. */
export type ListenerFields = Pick<Listener, 'name' | 'url' | 'event_types' | 'filters'>;

/** A listener while it is edited. */
export interface ListenerDraft {
  readonly name: string;
  readonly url: string;
  readonly event_types: readonly string[];
  /** The filter of every event by the kind of its actor. */
  readonly actor_kind: string;
  /** The filters of the event types that have some, by type and key. */
  readonly filters: Readonly<Record<string, FilterTexts>>;
}

/** The draft of a new listener. */
export const newListenerDraft: ListenerDraft = { name: '', url: '', event_types: [], actor_kind: '', filters: {} };

/** Returns the draft of a listener. */
export function listenerDraftOf({ name, url, event_types, filters }: ListenerFields): ListenerDraft {
  const { actor_kind, ...ofTypes } = filters;
  const textsOf = (values: unknown): FilterTexts =>
    Object.fromEntries(Object.entries(values as object).map(([key, value]) => [key, filterText(value)]));
  return {
    name,
    url: url ?? '',
    event_types,
    actor_kind: filterText(actor_kind),
    filters: Object.fromEntries(Object.entries(ofTypes).map(([type, values]) => [type, textsOf(values)])),
  };
}

/** Returns true if a listener with these types gets events of a type. */
export const getsType = (types: readonly string[], type: string): boolean => types.includes('*') || types.includes(type);

/** Returns the filters of a draft as they are sent: those of types that the listener does not get are left out. `given` are those before. */
export function readFilters(
  { event_types, actor_kind, filters }: ListenerDraft,
  given: Listener['filters'] = {},
): Readonly<Record<string, unknown>> {
  const ofTypes = Object.entries(filters)
    .filter(([type]) => getsType(event_types, type))
    .map(([type, texts]) => [type, readTexts(texts, given[type] as Readonly<Record<string, unknown>> | undefined)] as const)
    .filter(([, values]) => Object.keys(values).length > 0);
  return { ...readTexts({ actor_kind }, given), ...Object.fromEntries(ofTypes) };
}

const readTexts = (texts: FilterTexts, given: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(texts)
      .map(([key, text]) => [key, readFilter(text, given[key])])
      .filter(([, value]) => value !== undefined),
  );

/** A change of a listener: the new values, and those before of the same fields. */
export interface ListenerChange {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly before: Readonly<Record<string, unknown>>;
}

/** Returns what a draft changes of a listener; undefined when that is nothing. */
export function changeOf(draft: ListenerDraft, listener: ListenerFields & Pick<Listener, 'kind'>): ListenerChange | undefined {
  const fields = changedFields(
    { ...listener },
    {
      name: draft.name.trim(),
      event_types: draft.event_types,
      filters: readFilters(draft, listener.filters),
      ...(listener.kind === 'webhook' && { url: draft.url.trim() }),
    },
  );
  const names = Object.keys(fields);
  return names.length === 0
    ? undefined
    : { fields, before: Object.fromEntries(names.map((name) => [name, listener[name as keyof ListenerFields]])) };
}
