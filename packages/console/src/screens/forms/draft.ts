import { formFieldKind } from '@space/contracts/form-rules';
import { renameInCondition } from './condition-tree.ts';
import { keyFromLabel, uniqueKey } from './field-key.ts';
import { fieldWords } from './field-words.ts';
import type { Form, FormField } from './form.ts';

/** A field in an edited form. Its `uid` stays while its key and place change. */
export interface DraftField {
  readonly uid: string;
  readonly field: FormField;
  /** True while the key follows the label: the field was never saved, and no one has typed a key. */
  readonly isNew: boolean;
}

/** The settings of a form that the console edits; the status has buttons of its own. */
export const settingNames = [
  'name',
  'description',
  'success_message',
  'redirect_url',
  'double_opt_in',
  'quiz',
  'layout',
  'language',
] as const;

/** The settings of a form. */
export type Settings = Pick<Form, (typeof settingNames)[number]>;

/** A form while it is edited. */
export interface Draft {
  readonly settings: Settings;
  readonly fields: readonly DraftField[];
}

let lastUid = 0;
const newUid = (): string => `field-${++lastUid}`;

/** Returns a saved form as a draft. Fields with a key of `like` keep their uid, so that an opened field stays open. */
export function draftOf(form: Form, like?: Draft): Draft {
  const known = new Map(like?.fields.map(({ uid, field }) => [field.key, uid]));
  return {
    settings: Object.fromEntries(settingNames.map((name) => [name, form[name]])) as unknown as Settings,
    fields: form.fields.map((field) => ({ uid: known.get(field.key) ?? newUid(), field, isNew: false })),
  };
}

/** Returns the fields of a draft as the contract has them. */
export const fieldsOf = ({ fields }: Draft): readonly FormField[] => fields.map(({ field }) => field);

/** The fields of a call of `forms.update`: those that differ from the saved form. */
export type FormChange = Partial<Settings & { readonly fields: readonly FormField[] }>;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns what a draft changes in a saved form, and the values before. */
export function changesOf(draft: Draft, saved: Form): { readonly fields: FormChange; readonly before: FormChange } {
  const names = settingNames.filter((name) => !isSame(draft.settings[name], saved[name]));
  const hasNewFields = !isSame(fieldsOf(draft), saved.fields);
  return {
    fields: { ...Object.fromEntries(names.map((name) => [name, draft.settings[name]])), ...(hasNewFields && { fields: fieldsOf(draft) }) },
    before: { ...Object.fromEntries(names.map((name) => [name, saved[name]])), ...(hasNewFields && { fields: saved.fields }) },
  };
}

const keysOf = (draft: Draft): string[] => draft.fields.map(({ field }) => field.key);

/** Adds a field of a type after another one, or at the end, and returns its uid too. */
export function addField(draft: Draft, type: FormField['type'], after?: string): { readonly draft: Draft; readonly uid: string } {
  const { label } = fieldWords(type);
  const kind = formFieldKind(type);
  const field: FormField = {
    key: uniqueKey(keyFromLabel(label), keysOf(draft)),
    label,
    type,
    ...(kind?.options && { options: ['Option 1', 'Option 2'].map((text) => ({ value: text, label: text })) }),
    ...(kind?.rows && { rows: ['Row 1', 'Row 2'] }),
  };
  return insertField(draft, field, after);
}

/** Adds a copy of a field after it, and returns its uid too. */
export function copyField(draft: Draft, uid: string): { readonly draft: Draft; readonly uid: string } {
  const { field } = draft.fields.find((one) => one.uid === uid)!;
  return insertField(draft, { ...field, key: uniqueKey(field.key, keysOf(draft)) }, uid);
}

function insertField(draft: Draft, field: FormField, after: string | undefined) {
  const uid = newUid();
  const index = after === undefined ? draft.fields.length : draft.fields.findIndex((one) => one.uid === after) + 1;
  return { draft: { ...draft, fields: draft.fields.toSpliced(index, 0, { uid, field, isNew: true }) }, uid };
}

/** Removes a field. Conditions on it stay, and the service names them, because only a person knows what they should be. */
export const removeField = (draft: Draft, uid: string): Draft => ({ ...draft, fields: draft.fields.filter((one) => one.uid !== uid) });

/** Moves a field to the place of another index. An index outside of the list is the nearest one inside. */
export function moveField(draft: Draft, uid: string, to: number): Draft {
  const from = draft.fields.findIndex((one) => one.uid === uid);
  const index = Math.max(0, Math.min(draft.fields.length - 1, to));
  if (from < 0 || from === index) return draft;
  return { ...draft, fields: draft.fields.toSpliced(from, 1).toSpliced(index, 0, draft.fields[from]!) };
}

/**
 * Changes properties of a field; undefined removes one. The key of a new field follows its label until a key is given. A new key is
 * renamed in all conditions, and a new type drops the properties that it does not have.
 */
export function changeField(draft: Draft, uid: string, change: { readonly [K in keyof FormField]?: FormField[K] | undefined }): Draft {
  const old = draft.fields.find((one) => one.uid === uid);
  if (!old) return draft;
  const others = draft.fields.filter((one) => one !== old).map(({ field }) => field.key);
  const follows = old.isNew && change.label !== undefined && change.key === undefined;
  const key = follows ? uniqueKey(keyFromLabel(change.label!) || old.field.key, others) : (change.key ?? old.field.key);
  const changed = ofType(withoutUndefined({ ...old.field, ...change, key }));
  const isNew = old.isNew && change.key === undefined;
  const rename = (field: FormField): FormField => (key === old.field.key ? field : renameTests(field, old.field.key, key));
  return {
    ...draft,
    fields: draft.fields.map((one) => (one === old ? { uid, field: changed, isNew } : { ...one, field: rename(one.field) })),
  };
}

const withoutUndefined = (field: { readonly [K in keyof FormField]: FormField[K] | undefined }): FormField =>
  Object.fromEntries(Object.entries(field).filter(([, value]) => value !== undefined)) as FormField;

/** Returns a field with the properties that its type has, and with those that it needs. */
function ofType(field: FormField): FormField {
  const kind = formFieldKind(field.type);
  const { options, rows, validation, required, required_if, placeholder, default_value, map_to, ...rest } = field;
  const rules = Object.entries(validation ?? {}).filter(([name]) => kind?.rules.some((rule) => rule === name));
  return withoutUndefined({
    ...rest,
    ...(kind && { required, required_if, placeholder, default_value, map_to }),
    ...(kind?.options && { options: options ?? [{ value: 'Option 1', label: 'Option 1' }] }),
    ...(kind?.rows && { rows: rows ?? ['Row 1'] }),
    ...(rules.length > 0 && { validation: Object.fromEntries(rules) }),
  });
}

function renameTests(field: FormField, from: string, to: string): FormField {
  const { visible_if, required_if } = field;
  return {
    ...field,
    ...(visible_if && { visible_if: renameInCondition(visible_if, from, to) }),
    ...(required_if && { required_if: renameInCondition(required_if, from, to) }),
  };
}
