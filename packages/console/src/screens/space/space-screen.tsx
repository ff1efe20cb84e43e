import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { faultsOf } from '../../api/faults.ts';
import { PERSON_KEY } from '../../api/person.ts';
import { spaceClient } from '../../api/space-client.ts';
import { type Thing, useThing } from '../../api/use-thing.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { sayDone } from '../../parts/toast.tsx';
import { ZoneField } from '../../parts/zone-field.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { withConfirmation } from '../../shell/step-up.tsx';
import { differencesOf } from '../editing/differences.ts';
import { useEdit } from '../editing/use-edit.ts';

interface SpaceValue {
  readonly name: string;
  readonly timezone: string;
}

/** Renders the settings of a Space: its name, its time zone, its id and its end. */
export function SpaceScreen(): ReactElement {
  const space = useSpace();
  const { data, error, refetch } = useThing<SpaceValue>(space.id, 'settings', 'get_space', {});
  const isOwner = space.role === 'owner';
  return (
    <>
      <PageHead title="Space" about={<IdText id={space.id} />}>
        <SameCall contract="settings" name="get_space" />
      </PageHead>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton />}
      {data && isOwner && <ValuesForm thing={data} />}
      {data && !isOwner && (
        <section className="card">
          <h2>Name and time zone</h2>
          <p>{data.value.name}</p>
          <p>{data.value.timezone}</p>
          <p className="soft">An owner can change or delete this Space.</p>
        </section>
      )}
      {data && isOwner && <DeleteSection name={data.value.name} />}
    </>
  );
}

function ValuesForm({ thing }: { readonly thing: Thing<SpaceValue> }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const { draft, isDirty, isSaving, refusal, change, save } = useEdit<SpaceValue, SpaceValue>({
    space_id: space.id,
    contract: 'settings',
    operations: { read: 'get_space', change: 'update_space' },
    path: {},
    thing,
    draftOf: ({ name, timezone }) => ({ name, timezone }),
    changesOf: (values, { name, timezone }) => differencesOf(values, { name, timezone }),
    said: ({ name }) => `“${name}” is saved.`,
  });
  const canSave = isDirty && !isSaving && draft.name.trim() !== '' && draft.timezone !== '';
  async function saveValues(): Promise<void> {
    if (canSave && (await save())) await queries.invalidateQueries({ queryKey: PERSON_KEY });
  }
  const faultOf = faultsOf(refusal?.error);
  const isAtField = (['name', 'timezone'] as const).some((field) => faultOf(field) !== undefined);
  return (
    <form
      className="card stack"
      onSubmit={(event) => {
        event.preventDefault();
        void saveValues();
      }}
    >
      <h2>Name and time zone</h2>
      <TextField
        label="Name of the Space"
        help="Public pages without a name of their own show it, too."
        value={draft.name}
        fault={faultOf('name')}
        onChange={(event) => change({ ...draft, name: event.target.value })}
      />
      <ZoneField
        help="Due dates of tasks that come without a zone are in it. Those that are there already stay in theirs."
        value={draft.timezone}
        fault={faultOf('timezone')}
        onChange={(timezone) => change({ ...draft, timezone })}
      />
      {refusal !== undefined && !isAtField && <ProblemNotice error={refusal.error} />}
      <div className="row">
        <Button type="submit" look="primary" disabled={!canSave}>
          Save
        </Button>
      </div>
    </form>
  );
}

function DeleteSection({ name }: { readonly name: string }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  async function remove(): Promise<void> {
    await withConfirmation(() => spaceClient(space.id).settings.delete_space({ name }));
    await queries.invalidateQueries({ queryKey: PERSON_KEY });
    sayDone('The Space is closed.', 'An owner can take its deletion back for seven days.');
  }
  return (
    <section className="card stack">
      <h2>Delete this Space</h2>
      <p>
        The Space closes immediately: its keys stop, its pages are not found, and nothing is delivered or run. After seven days all that it
        has is deleted. Until then an owner can take that back.
      </p>
      <div className="row">
        <Button look="danger" onClick={() => setAsking(true)}>
          Delete the Space
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Delete this Space?"
          action="Delete the Space"
          typed={name}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <p>
            Contacts, tables, forms, pages, events and everything else of “{name}” are deleted in seven days. After that there is no way
            back.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
