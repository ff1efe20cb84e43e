import { Plus, Trash2 } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Choices } from '../../../parts/field.tsx';
import { Select } from '../../../parts/select.tsx';
import type { Column, Filter, FilterLeaf as Leaf } from '../table/table.ts';
import { comparisonsOf, leafOf, readFilters, withValue, writeFilters } from './filter-ops.ts';
import { FilterValue } from './filter-value.tsx';

/** Props of the form of filters. */
export interface FilterDialogProps {
  readonly columns: readonly Column[];
  readonly filters: readonly Filter[] | undefined;
  readonly onApply: (filters: Filter[]) => void;
  readonly onClose: () => void;
}

/** Renders the conditions of a view, of which all or any must hold. */
export function FilterDialog({ columns, filters, onApply, onClose }: FilterDialogProps): ReactElement {
  const [{ joins, leaves, others }, setForm] = useState(() => readFilters(filters));
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const setLeaves = (changed: readonly Leaf[]) => setForm((form) => ({ ...form, leaves: changed }));
  const setLeaf = (index: number, leaf: Leaf) => setLeaves(leaves.with(index, leaf));
  return (
    <Dialog title="Filter" open onClose={onClose} look="wide">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onApply(writeFilters({ joins, leaves, others }));
          onClose();
        }}
      >
        {leaves.length > 1 && (
          <Choices
            legend="Rows are shown if"
            name="joins"
            value={joins}
            choices={[
              ['all', 'all conditions hold'],
              ['any', 'any condition holds'],
            ]}
            onChoose={(chosen) => setForm({ joins: chosen, leaves, others })}
          />
        )}
        {leaves.map((leaf, index) => {
          const column = byKey.get(leaf.column_key);
          const comparisons = column ? comparisonsOf(column) : [];
          const comparison = comparisons.find(({ op }) => op === leaf.op);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no id
            <fieldset key={index} aria-label={`Condition ${index + 1}`} className="condition">
              <Select
                label="Column"
                value={leaf.column_key}
                choices={columns.map(({ key, label }) => [key, label])}
                onChoose={(key) => setLeaf(index, leafOf(byKey.get(key)!))}
              />
              <Select
                label="Comparison"
                value={leaf.op}
                choices={comparison ? comparisons.map(({ op, label }) => [op, label]) : [[leaf.op, leaf.op.replaceAll('_', ' ')]]}
                onChoose={(op) => {
                  const next = comparisons.find((one) => one.op === op)!;
                  const changed = { ...leaf, op };
                  setLeaf(index, next.value === comparison?.value ? changed : withValue(changed, next.value, column!));
                }}
              />
              {column && comparison && (
                <FilterValue column={column} kind={comparison.value} leaf={leaf} onChange={(one) => setLeaf(index, one)} />
              )}
              <Button look="plain icon" aria-label={`Remove condition ${index + 1}`} onClick={() => setLeaves(leaves.toSpliced(index, 1))}>
                <Trash2 size={16} aria-hidden="true" />
              </Button>
            </fieldset>
          );
        })}
        {leaves.length === 0 && <p className="soft">All rows are shown.</p>}
        {others.length > 0 && (
          <div className="row">
            <p>Nested conditions also apply: {others.length}.</p>
            <Button small onClick={() => setForm({ joins, leaves, others: [] })}>
              Remove them
            </Button>
          </div>
        )}
        <div className="row">
          {columns[0] && (
            <Button onClick={() => setLeaves([...leaves, leafOf(columns[0]!)])}>
              <Plus size={16} aria-hidden="true" />
              Add a condition
            </Button>
          )}
        </div>
        <div className="row end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Apply
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
