import type { ColumnType } from '@space/contracts/tables';
import { email, phone, url } from './address-columns.ts';
import { attachment } from './attachment-column.ts';
import type { CellType } from './cell-type.ts';
import { checkbox } from './checkbox-column.ts';
import { autonumber, computed, moment } from './computed-columns.ts';
import { date, datetime } from './date-columns.ts';
import { duration } from './duration-column.ts';
import { contact, reference } from './link-columns.ts';
import { currency, number, percent, rating } from './number-columns.ts';
import { multiSelect, select } from './select-columns.ts';
import { longText, text } from './text-columns.ts';

/** The cell behaviour of each column type. */
export const cellTypes: Readonly<Record<ColumnType, CellType>> = {
  text,
  long_text: longText,
  number,
  currency,
  percent,
  rating,
  duration,
  checkbox,
  date,
  datetime,
  select,
  multi_select: multiSelect,
  email,
  phone,
  url,
  attachment,
  reference,
  contact,
  formula: computed('text'),
  lookup: computed('list'),
  rollup: computed('text'),
  count: computed('number'),
  autonumber,
  created_at: moment,
  updated_at: moment,
  created_by: computed('object'),
};
