import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useLocation } from 'wouter';
import { type SpaceClient, spaceClient } from '../../../../api/space-client.ts';
import { useFormCall } from '../../../../api/use-form-call.ts';
import { Button } from '../../../../parts/button.tsx';
import { Dialog } from '../../../../parts/dialog.tsx';
import { Choices, TextField } from '../../../../parts/field.tsx';
import { ProblemNotice } from '../../../../parts/problem-notice.tsx';
import { SameCall } from '../../../../parts/same-call.tsx';
import { Tick } from '../../../../parts/tick.tsx';
import { spacePath } from '../../../../routing/paths.ts';
import { useSpace } from '../../../../shell/session.tsx';
import { pushUndo } from '../../../../shell/undo.ts';
import type { Table, View } from '../../table/table.ts';
import { rereadTables } from '../parts/reread-table.ts';
import { missingText, newConfig, type ViewType, viewKinds } from './view-draft.ts';
import { ViewSettings } from './view-settings.tsx';

type CreateArguments = Parameters<SpaceClient['views']['create']>[0];

/** Props of the dialog; `copied` is the view that a copy is made of. */
export interface NewViewDialogProps {
  readonly table: Table;
  readonly copied?: View | undefined;
  readonly onClose: () => void;
}

/** Renders the form of a new view, or of a copy of one. It leads to the view. */
export function NewViewDialog({ table, copied, onClose }: NewViewDialogProps): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [type, setType] = useState<ViewType>(copied?.type ?? 'kanban');
  const [typed, setTyped] = useState<string>();
  const [config, setConfig] = useState(() => copied?.config ?? newConfig(type, table));
  const [isPersonal, setPersonal] = useState(copied?.personal ?? false);
  const { error, isBusy, faultOf, run } = useFormCall();
  const [, label, sentence] = viewKinds.find(([kind]) => kind === type)!;
  const name = typed ?? (copied ? `Copy of ${copied.name}` : label);
  const missing = missingText(type, config as Readonly<Record<string, unknown>>, table);

  const create = () =>
    run(async (idempotency_key) => {
      const { views } = spaceClient(space.id);
      const args = {
        table_id: table.id,
        name: name.trim(),
        type,
        config,
        ...(isPersonal && { personal: true }),
      } as unknown as CreateArguments;
      const { id: view_id } = await views.create(args, { idempotency_key });
      const said = `The view “${name.trim()}” is created.`;
      const path = (id?: string) => spacePath(space.id, `/tables/${table.id}${id ? `/views/${id}` : ''}`);
      await rereadTables(queries, space.id);
      pushUndo({
        said,
        undo: async () => {
          await views.delete({ table_id: table.id, view_id });
          if (location.pathname === path(view_id)) navigate(path(), { replace: true });
          await rereadTables(queries, space.id);
        },
      });
      navigate(path(view_id));
      onClose();
    });

  function choose(chosen: ViewType): void {
    setType(chosen);
    setConfig(newConfig(chosen, table));
  }

  return (
    <Dialog title={copied ? `Copy “${copied.name}”` : 'Create a view'} open onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && missing === undefined && name.trim() !== '') void create();
        }}
      >
        {!copied && (
          <Choices
            legend="Type"
            name="type"
            value={type}
            choices={viewKinds.map(([kind, text]) => [kind, text] as const)}
            onChoose={choose}
            help={sentence}
          />
        )}
        <TextField
          label="Name"
          required
          maxLength={200}
          fault={faultOf('name')}
          value={name}
          onChange={(event) => setTyped(event.target.value)}
        />
        <ViewSettings
          table={table}
          type={type}
          config={config as Readonly<Record<string, unknown>>}
          onChange={(next) => setConfig(next as typeof config)}
          faultOf={faultOf}
        />
        <Tick label="Only for me" checked={isPersonal} onChange={setPersonal} />
        {missing && (
          <p className="notice warn" role="status">
            {missing}
          </p>
        )}
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row end">
          {!isPersonal && <SameCall contract="views" name="create" args={{ table_id: table.id, name, type, config }} />}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={isBusy || missing !== undefined || name.trim() === ''}>
            Create the view
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
