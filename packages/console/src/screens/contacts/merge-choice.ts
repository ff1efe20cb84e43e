import { type Contact, type TextFieldName, textFields } from './contact.ts';

/** The side from which a field takes its value: the contact that stays, or the one that is removed. */
export type Side = 'stays' | 'goes';

/** The sides of the fields. */
export type Choice = Readonly<Record<TextFieldName, Side>>;

/** Returns the sides to begin with: the contact that stays, and the other one where it has no value. */
export const firstChoice = (stays: Contact, goes: Contact): Choice =>
  Object.fromEntries(textFields.map((name) => [name, !stays[name] && goes[name] ? 'goes' : 'stays'])) as Choice;

/** Returns the rule of each field that differs: keep the value of the contact that stays, or take the other one. */
export const rulesOf = (stays: Contact, goes: Contact, choice: Choice): Readonly<Partial<Record<TextFieldName, 'keep' | 'take'>>> =>
  Object.fromEntries(
    textFields.filter((name) => stays[name] !== goes[name]).map((name) => [name, choice[name] === 'goes' ? 'take' : 'keep'] as const),
  );

/** Returns the fields in which two contacts differ. */
export const differing = (stays: Contact, goes: Contact): readonly TextFieldName[] =>
  textFields.filter((name) => (stays[name] ?? '') !== (goes[name] ?? ''));
