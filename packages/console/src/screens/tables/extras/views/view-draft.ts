import type { Arguments } from '../../../../api/send.ts';
import type { Column, Table, View } from '../../table/table.ts';
import { canCover, canStack, isDateColumn } from '../../views/view-config.ts';

/** The type of a view. */
export type ViewType = View['type'];

/** The types of views with a sentence each. */
export const viewKinds: readonly (readonly [type: ViewType, label: string, sentence: string])[] = [
  ['grid', 'Grid', 'Rows and columns, as in a spreadsheet.'],
  ['kanban', 'Kanban', 'Cards in stacks by a choice. A move of a card changes its choice.'],
  ['gallery', 'Gallery', 'A card for each row.'],
  ['calendar', 'Calendar', 'Rows on the days of a date column.'],
  ['dashboard', 'Dashboard', 'Counts, sums and charts over the rows.'],
];

/** A setting of a type of view that names a column or one of a few words. */
export interface ViewField {
  readonly name: string;
  readonly label: string;
  readonly required: boolean;
  /** The columns that fit, or the words. */
  readonly fits: ((column: Column) => boolean) | readonly (readonly [value: string, label: string])[];
}

const fields: Readonly<Record<ViewType, readonly ViewField[]>> = {
  grid: [],
  kanban: [
    { name: 'stack_by', label: 'Stacks by', required: true, fits: canStack },
    { name: 'cover_column', label: 'Picture', required: false, fits: canCover },
    {
      name: 'hide_empty',
      label: 'Stacks without cards',
      required: false,
      fits: [
        ['', 'Shown'],
        ['true', 'Hidden'],
      ],
    },
  ],
  gallery: [{ name: 'cover_column', label: 'Picture', required: false, fits: canCover }],
  calendar: [
    { name: 'start_column', label: 'Day', required: true, fits: isDateColumn },
    { name: 'end_column', label: 'Last day', required: false, fits: isDateColumn },
    { name: 'color_by', label: 'Colour by', required: false, fits: ({ type }) => type === 'select' },
    {
      name: 'default_mode',
      label: 'Shown first',
      required: false,
      fits: [
        ['', 'Month'],
        ['week', 'Week'],
        ['agenda', 'Agenda'],
      ],
    },
  ],
  dashboard: [],
};

/** Returns the settings of a type of view. */
export const viewFieldsOf = (type: ViewType): readonly ViewField[] => fields[type];

/** Returns the settings of a new view: required columns are the first that fit. */
export function newConfig(type: ViewType, { columns }: Pick<Table, 'columns'>): Arguments {
  const required = fields[type].flatMap(({ name, required: isRequired, fits }) => {
    const column = isRequired && typeof fits === 'function' ? columns.find(fits) : undefined;
    return column ? [[name, column.key] as const] : [];
  });
  return { ...Object.fromEntries(required), ...(type === 'dashboard' && { widgets: [] }) };
}

/** Returns the settings with one of them set from the form; an empty text removes it. */
export function withSetting(config: Arguments, name: string, text: string): Arguments {
  const { [name]: _old, ...rest } = config;
  // Stacks of another column have other choices.
  if (name === 'stack_by') delete (rest as Record<string, unknown>).stack_order;
  if (text === '') return rest;
  return { ...rest, [name]: name === 'hide_empty' ? text === 'true' : text };
}

/** Returns what a view of a type lacks, as a sentence; undefined if its settings are complete. */
export function missingText(type: ViewType, config: Arguments, { columns }: Pick<Table, 'columns'>): string | undefined {
  const missing = fields[type].find(({ name, required }) => required && !config[name]);
  if (!missing || typeof missing.fits !== 'function') return undefined;
  if (columns.some(missing.fits)) return `Choose a column for “${missing.label}”.`;
  return type === 'kanban'
    ? 'A kanban needs a column of choices or a checkbox. Add one first.'
    : 'A calendar needs a column of dates. Add one first.';
}
