import { Plugin } from 'prosemirror-state';
import { tableEditing } from 'prosemirror-tables';
import { isOwnChange } from './own-change.ts';

/**
 * Makes the plugin of tables. It mends a table with rows of several widths only after a change of this person, so that two editors do not
 * mend what the other one mends.
 */
export function tables(): Plugin {
  const { spec } = tableEditing();
  return new Plugin({
    ...spec,
    appendTransaction(transactions, before, state) {
      return isOwnChange(transactions) ? spec.appendTransaction?.call(this, transactions, before, state) : null;
    },
  });
}
