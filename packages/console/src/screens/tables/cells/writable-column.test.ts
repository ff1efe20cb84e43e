import { expect, test } from '@jest/globals';
import { columnTypes, readOnlyTypes } from '@space/contracts/tables';
import type { Column } from '../table/table.ts';
import { isWritableColumn } from './writable-column.ts';

test('people write the columns that the service does not compute', () => {
  for (const type of columnTypes) expect(isWritableColumn({ type } as Column)).toBe(!readOnlyTypes.has(type));
});
