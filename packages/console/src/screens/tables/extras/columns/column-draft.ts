import type { Arguments } from '../../../../api/send.ts';
import { computedTypes } from '../../cells/writable-column.ts';
import type { Column } from '../../table/table.ts';

/** A choice in the form; one that the table has keeps its id, so that its cells keep it. */
export interface DraftOption {
  readonly id?: string | undefined;
  readonly name: string;
  readonly color?: string | undefined;
}

/** A column as the form has it. */
export interface ColumnDraft {
  readonly label: string;
  /** Undefined for a key that is made from the label. */
  readonly key: string | undefined;
  readonly type: string;
  readonly required: boolean;
  readonly options: readonly DraftOption[];
  readonly target: ReferenceDraft;
  /** The settings of the type, without those that are empty. */
  readonly config: Arguments;
  readonly default_value: string;
}

/** The target of a link, as the form has it. */
export interface ReferenceDraft {
  readonly table_id: string;
  readonly cardinality: 'one' | 'many';
  /** The label of the column that the other table gets; empty for none. */
  readonly symmetric_label: string;
}

const NO_TARGET: ReferenceDraft = { table_id: '', cardinality: 'many', symmetric_label: '' };

/** Returns the draft of a new column. */
export const newDraft = (type: string): ColumnDraft => ({
  label: '',
  key: undefined,
  type,
  required: false,
  options: hasOptions(type) ? [{ name: '' }] : [],
  target: NO_TARGET,
  config: {},
  default_value: '',
});

/** Returns the draft of a column as it is. */
export const draftOf = (column: Column): ColumnDraft => ({
  label: column.label,
  key: column.key,
  type: column.type,
  required: column.required,
  options: column.options.map(({ id, name, color }) => ({ id, name, color: color ?? undefined })),
  target: column.reference_target
    ? { table_id: column.reference_target.table_id, cardinality: column.reference_target.cardinality, symmetric_label: '' }
    : NO_TARGET,
  config: column.field_config as Arguments,
  default_value: defaultText(column.default_value),
});

/** Returns true for types with choices. */
export const hasOptions = (type: string): boolean => type === 'select' || type === 'multi_select';

/** Returns true for types whose new cells can have a value by default that one text field writes. */
export const takesDefault = (type: string): boolean =>
  !computedTypes.has(type) && !['attachment', 'reference', 'contact', 'multi_select'].includes(type);

const defaultText = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

const numeric: ReadonlySet<string> = new Set(['number', 'currency', 'percent', 'rating', 'duration']);

function defaultValue(type: string, text: string): unknown {
  if (text.trim() === '') return null;
  if (type === 'checkbox') return text === 'true';
  return numeric.has(type) && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** Returns the draft with another type; what does not fit the type is left out. */
export function withType(draft: ColumnDraft, type: string): ColumnDraft {
  const keepsOptions = hasOptions(type) && hasOptions(draft.type);
  const options = keepsOptions ? draft.options : newDraft(type).options;
  return { ...draft, type, config: {}, default_value: '', options };
}

/** Returns the fields of a column on the wire, those that its type has. */
export function wireFields(draft: ColumnDraft, key: string): Arguments {
  const { type, target } = draft;
  const config = Object.fromEntries(Object.entries(draft.config).filter(([, value]) => value !== undefined));
  return {
    key,
    label: draft.label.trim(),
    type,
    ...(!computedTypes.has(type) && { required: draft.required }),
    ...(hasOptions(type) && { options: draft.options.filter(({ name }) => name.trim() !== '').map(wireOption) }),
    ...(type === 'reference' && { reference_target: wireTarget(target, draft.label) }),
    ...(!['select', 'reference', 'created_by'].includes(type) && { field_config: config }),
    ...(takesDefault(type) && { default_value: defaultValue(type, draft.default_value) }),
  };
}

const wireOption = ({ id, name, color }: DraftOption) => ({ ...(id && { id }), name: name.trim(), ...(color && { color }) });

const wireTarget = ({ table_id, cardinality, symmetric_label }: ReferenceDraft, label: string) => ({
  table_id,
  cardinality,
  ...(symmetric_label.trim() !== '' && { symmetric_key: symmetricKey(symmetric_label, label), symmetric_label: symmetric_label.trim() }),
});

/** The key of the column of the other table; the service refuses one that is taken there, and names it. */
function symmetricKey(symmetric_label: string, label: string): string {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^[^a-z]+|_+$/g, '');
  return plain(symmetric_label) || plain(label) || 'links';
}

/** Returns the fields that differ from those of the column as it is, and their values before. */
export function changedFields(column: Column, draft: ColumnDraft): { readonly fields: Arguments; readonly before: Arguments } {
  const next = wireFields(draft, draft.key ?? column.key);
  const old = wireFields(draftOf(column), column.key);
  const isRetyped = draft.type !== column.type;
  const names = Object.keys(next).filter(
    (name) => JSON.stringify(next[name]) !== JSON.stringify(old[name]) || (isRetyped && (name === 'field_config' || name === 'options')),
  );
  return {
    fields: Object.fromEntries(names.map((name) => [name, next[name]])),
    before: Object.fromEntries(names.map((name) => [name, old[name]])),
  };
}
