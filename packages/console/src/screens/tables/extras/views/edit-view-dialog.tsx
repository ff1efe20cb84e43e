import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import type { Arguments } from '../../../../api/send.ts';
import { useFormCall } from '../../../../api/use-form-call.ts';
import { type Thing, useThing } from '../../../../api/use-thing.ts';
import { Button } from '../../../../parts/button.tsx';
import { Dialog } from '../../../../parts/dialog.tsx';
import { TextField } from '../../../../parts/field.tsx';
import { ProblemNotice } from '../../../../parts/problem-notice.tsx';
import { Skeleton } from '../../../../parts/skeleton.tsx';
import { Tick } from '../../../../parts/tick.tsx';
import { makeChange } from '../../../../shell/change.ts';
import { useSpace } from '../../../../shell/session.tsx';
import type { Table, View } from '../../table/table.ts';
import { missingText } from './view-draft.ts';
import { ViewSettings } from './view-settings.tsx';

/** Props of the dialog. */
export interface EditViewDialogProps {
  readonly table: Table;
  readonly view_id: string;
  readonly onClose: () => void;
}

/** Renders the dialog of the name and the settings of a view. */
export function EditViewDialog({ table, view_id, onClose }: EditViewDialogProps): ReactElement {
  const space = useSpace();
  const { data, error, refetch } = useThing<View>(space.id, 'views', 'get', { table_id: table.id, view_id });
  return (
    <Dialog title="Name and settings of the view" open onClose={onClose}>
      {error && !data && <ProblemNotice error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton />}
      {data && <EditForm table={table} thing={data} onClose={onClose} />}
    </Dialog>
  );
}

function EditForm({ table, thing, onClose }: Omit<EditViewDialogProps, 'view_id'> & { readonly thing: Thing<View> }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [{ value: view, etag }] = useState(thing);
  const [name, setName] = useState(view.name);
  const [config, setConfig] = useState(view.config as Arguments);
  const [isPersonal, setPersonal] = useState(view.personal);
  const { error, isBusy, faultOf, run } = useFormCall();
  const missing = missingText(view.type, config, table);
  const isRenamed = name.trim() !== view.name;
  const isMoved = isPersonal !== view.personal;
  const isChanged = JSON.stringify(config) !== JSON.stringify(view.config);
  const hasChanges = isRenamed || isChanged || isMoved;

  async function save(): Promise<void> {
    const isSaved = await run(() =>
      makeChange(queries, {
        space_id: space.id,
        contract: 'views',
        name: 'update',
        path: { table_id: table.id, view_id: view.id },
        fields: { ...(isRenamed && { name: name.trim() }), ...(isChanged && { config }), ...(isMoved && { personal: isPersonal }) },
        before: {
          ...(isRenamed && { name: view.name }),
          ...(isChanged && { config: view.config }),
          ...(isMoved && { personal: view.personal }),
        },
        etag,
        said: `The view “${name.trim()}” is changed.`,
      }),
    );
    if (isSaved) onClose();
  }

  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && missing === undefined && hasChanges) void save();
      }}
    >
      <TextField
        label="Name"
        required
        maxLength={200}
        fault={faultOf('name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <ViewSettings table={table} type={view.type} config={config} onChange={setConfig} faultOf={faultOf} />
      {!view.is_default && <Tick label="Only for me" checked={isPersonal} onChange={setPersonal} />}
      {missing && (
        <p className="notice warn" role="status">
          {missing}
        </p>
      )}
      {error !== undefined && <ProblemNotice error={error} />}
      <div className="row end">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" disabled={isBusy || missing !== undefined || name.trim() === '' || !hasChanges}>
          Save
        </Button>
      </div>
    </form>
  );
}
