import type { ReactElement } from 'react';
import { TextField } from '../../../parts/field.tsx';
import { SelectField } from '../../../parts/select-field.tsx';
import { useTyped } from '../../../routing/use-typed.ts';

/** The kinds of entries. */
export const categories = ['event', 'meeting', 'deadline', 'reminder', 'task'] as const;

/** A kind of entries. */
export type Category = (typeof categories)[number];

/** The kinds of entries with their labels. */
export const categoryChoices: readonly (readonly [Category, string])[] = categories.map((one) => [
  one,
  one.charAt(0).toUpperCase() + one.slice(1),
]);

/** Props of the filter of the calendar. */
export interface CalendarFilterProps {
  readonly category: Category | undefined;
  readonly search: string | undefined;
  readonly timezone: string;
  readonly onChange: (change: { readonly category?: Category | undefined; readonly search?: string | undefined }) => void;
}

/** Renders the filter of the calendar: a text, and a kind of entries. */
export function CalendarFilter({ category, search = '', timezone, onChange }: CalendarFilterProps): ReactElement {
  const [typed, setTyped] = useTyped(search, (text) => onChange({ search: text === '' ? undefined : text }));
  return (
    <div className="cal-filter">
      <TextField
        label="Filter"
        type="search"
        placeholder="Part of title, text or place"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <SelectField
        label="Kind"
        value={category ?? ''}
        choices={[['', 'Every kind'], ...categoryChoices]}
        onChoose={(value) => onChange({ category: value === '' ? undefined : (value as Category) })}
      />
      <p className="soft cal-zone">Times are in {timezone}.</p>
    </div>
  );
}
