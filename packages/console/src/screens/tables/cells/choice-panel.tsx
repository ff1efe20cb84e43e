import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../../api/space-client.ts';
import type { Column } from '../table/table.ts';
import { type Pick, PickList } from './pick-list.tsx';

/** Props of an editor of choices or links. */
export interface ChoicePanelProps {
  readonly space_id: string;
  readonly column: Column;
  readonly value: unknown;
  readonly typed: string;
  /** Ends the editing with a value in the form in which it is written; undefined leaves the cell as it was. */
  readonly onDone: (value: unknown, isLeft?: boolean) => void;
}

/** Choices that a list shows. */
const MAX_PICKS = 50;

/** Returns true if cells of a column are edited in a panel: choices, and links to rows and contacts. */
export const hasPanel = ({ type }: Typed): boolean => ['select', 'multi_select', 'reference', 'contact'].includes(type);

type Typed = { readonly type: Column['type'] };

/** Renders the editor of a cell with choices or links. */
export function ChoicePanel(props: ChoicePanelProps): ReactElement {
  const { column, value, typed, onDone } = props;
  const [search, setSearch] = useState(typed);
  const [chosen, setChosen] = useState<readonly Pick[]>(() => picksIn(column, value));
  const [isChanged, setChanged] = useState(false);
  const found = useFound(props, search);
  const isMany = takesMany(column);
  const written = (picks: readonly Pick[]) => {
    if (picks.length === 0) return null;
    return column.type === 'select' ? picks[0]!.id : picks.map(({ id }) => id);
  };
  function change(ids: readonly string[]): void {
    const known = [...chosen, ...found];
    const picks = ids.flatMap((id) => known.find((pick) => pick.id === id) ?? []);
    setChosen(picks);
    setChanged(true);
    if (!isMany) onDone(written(picks));
  }
  const shown = search === '' ? [...chosen, ...found.filter(({ id }) => !chosen.some((pick) => pick.id === id))] : found;
  return (
    <PickList
      label={column.label}
      picks={column.options.length > 0 ? found : shown}
      chosen={chosen.map(({ id }) => id)}
      isMany={isMany}
      search={search}
      onSearch={setSearch}
      onChange={change}
      onEnd={(isLeft) => onDone(isChanged ? written(chosen) : undefined, isLeft)}
      onCancel={() => onDone(undefined)}
    />
  );
}

function takesMany({ type, reference_target, field_config }: Column): boolean {
  if (type === 'reference') return reference_target?.cardinality !== 'one';
  return type === 'multi_select' || (type === 'contact' && (field_config as { readonly multiple?: boolean }).multiple === true);
}

function picksIn(column: Column, value: unknown): readonly Pick[] {
  return (Array.isArray(value) ? value : [value]).flatMap((item: unknown) => {
    if (typeof item === 'string') return [{ id: item, label: column.options.find(({ id }) => id === item)?.name ?? item }];
    const { row_id, contact_id, title, name, email } = (item ?? {}) as Readonly<Record<string, string | null | undefined>>;
    const id = row_id ?? contact_id;
    return id ? [{ id, label: title ?? name ?? email ?? id }] : [];
  });
}

/** Returns what a search finds: choices of the column, rows of the other table or contacts. */
function useFound({ space_id, column }: ChoicePanelProps, search: string): readonly Pick[] {
  const client = spaceClient(space_id);
  const table_id = column.type === 'reference' ? column.reference_target?.table_id : undefined;
  const given = { limit: MAX_PICKS, ...(search !== '' && { search }) };
  const rows = useQuery({
    queryKey: ['space', space_id, 'rows', 'picks', table_id, search],
    queryFn: async ({ signal }) => {
      const { data } = await client.rows.list({ table_id: table_id!, ...given }, { signal });
      return data.map(({ id, title }) => ({ id, label: title ?? id }));
    },
    enabled: table_id !== undefined,
  });
  const contacts = useQuery({
    queryKey: ['space', space_id, 'contacts', 'picks', search],
    queryFn: async ({ signal }) => {
      const { data } = await client.contacts.list(given, { signal });
      return data.map(({ id, name, email }) => ({ id, label: [name, email].filter(Boolean).join(' · ') || id }));
    },
    enabled: column.type === 'contact',
  });
  const options = column.options.map(({ id, name }) => ({ id, label: name }));
  return rows.data ?? contacts.data ?? options.filter(({ label }) => label.toLowerCase().includes(search.toLowerCase())).slice(0, 200);
}
