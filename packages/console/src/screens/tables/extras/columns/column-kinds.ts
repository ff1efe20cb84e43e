/** A type of column for people. */
interface ColumnKind {
  readonly type: string;
  readonly label: string;
  /** Says what its cells are. */
  readonly sentence: string;
}

/** Types of columns that belong together. */
export interface ColumnGroup {
  readonly label: string;
  readonly kinds: readonly ColumnKind[];
}

const kind = (type: string, label: string, sentence: string): ColumnKind => ({ type, label, sentence });

/** The types of columns in groups. */
export const columnGroups: readonly ColumnGroup[] = [
  {
    label: 'Text',
    kinds: [
      kind('text', 'Text', 'One line of text, such as a name.'),
      kind('long_text', 'Long text', 'Text with line breaks, such as notes.'),
      kind('email', 'Email', 'An email address that is checked.'),
      kind('phone', 'Phone', 'A phone number with its country code.'),
      kind('url', 'Link', 'A web address.'),
    ],
  },
  {
    label: 'Numbers',
    kinds: [
      kind('number', 'Number', 'A number with a fixed count of decimals.'),
      kind('currency', 'Currency', 'An amount of money in one currency.'),
      kind('percent', 'Percent', 'A part of a whole: 0.5 is 50 %.'),
      kind('rating', 'Rating', 'A number of stars.'),
      kind('duration', 'Duration', 'Hours, minutes and seconds.'),
      kind('autonumber', 'Number of the row', 'A number that the service counts up. It is never used again.'),
    ],
  },
  {
    label: 'Choices and files',
    kinds: [
      kind('select', 'Choice', 'One of your choices, such as a stage. A kanban stacks by it.'),
      kind('multi_select', 'Choices', 'Several of your choices, such as tags.'),
      kind('checkbox', 'Checkbox', 'Yes or no.'),
      kind('attachment', 'Files', 'Addresses of files, with name and size.'),
    ],
  },
  {
    label: 'Dates and people',
    kinds: [
      kind('date', 'Date', 'A day without a time.'),
      kind('datetime', 'Date and time', 'A moment, shown in one time zone.'),
      kind('created_at', 'Created at', 'The time at which the row was created.'),
      kind('updated_at', 'Changed at', 'The time of the last change of the row.'),
      kind('created_by', 'Created by', 'The person, key or agent that created the row.'),
      kind('contact', 'Contact', 'A contact of this Space, or several.'),
    ],
  },
  {
    label: 'Links and figures',
    kinds: [
      kind('reference', 'Link to rows', 'Rows of another table, or of this one.'),
      kind('lookup', 'Lookup', 'Cells of the rows that a link names.'),
      kind('rollup', 'Rollup', 'One figure over the rows that a link names, such as a sum.'),
      kind('count', 'Count', 'The number of rows that a link names.'),
      kind('formula', 'Formula', 'A value that is computed from the other cells of the row.'),
    ],
  },
];

const byType: ReadonlyMap<string, ColumnKind> = new Map(columnGroups.flatMap(({ kinds }) => kinds).map((one) => [one.type, one]));

/** Returns the name of a type for people. */
export const labelOfType = (type: string): string => byType.get(type)?.label ?? type.replaceAll('_', ' ');

/** Returns the sentence about a type. */
export const sentenceOfType = (type: string): string => byType.get(type)?.sentence ?? '';
