import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useLocation } from 'wouter';
import type { Arguments } from '../../api/send.ts';
import { call } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { sayDone } from '../../parts/toast.tsx';
import type { MatchedRead } from '../../routing/match-route.ts';
import { spacePath } from '../../routing/paths.ts';
import { useSpace } from '../../shell/session.tsx';
import { withConfirmation } from '../../shell/step-up.tsx';
import { pushUndo } from '../../shell/undo.ts';
import { actsOf, idOf, mayCall } from './act.ts';
import { ActDialog } from './act-dialog.tsx';
import { askedSchema, initialValues } from './act-form.ts';
import { editThing } from './edit-thing.ts';
import { knownOf, MoreActs } from './more-acts.tsx';
import { parentList } from './parent-list.ts';
import { useInputs } from './use-inputs.ts';

/** Props of the acts of a record: its read, what was read, its ETag, its title and its path. */
export interface RecordActsProps {
  readonly read: MatchedRead;
  readonly value: Arguments;
  readonly etag: string | undefined;
  readonly title: string;
  readonly path: string;
}

/** Renders what can be done with any record: edit with undo, delete with a question, and a menu of its other operations. */
export function RecordActs({ read, value, etag, title, path }: RecordActsProps): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [opened, setOpened] = useState<'edit' | 'remove'>();
  const { edit, remove, restore } = actsOf(read.path);
  const inputs = useInputs([edit, remove].flatMap((act) => (act ? [act.contract] : [])));
  const editInput = edit && inputs?.[edit.contract]?.[edit.name];
  const removeInput = remove && inputs?.[remove.contract]?.[remove.name];
  const close = () => setOpened(undefined);
  const known = knownOf(edit ?? remove ?? read, read.args);

  const change = (values: Arguments) =>
    editThing(queries, { space_id: space.id, act: edit!, schema: editInput!.schema, known, value, etag, title }, values);

  async function removeIt(): Promise<void> {
    const options = etag === undefined ? {} : { if_match: etag };
    await withConfirmation(() => call(space.id, remove!.contract, remove!.name, known, options));
    left();
  }

  function left(): void {
    const said = `“${title}” is deleted.`;
    if (restore)
      pushUndo({
        said,
        undo: async () => {
          await call(space.id, restore.contract, restore.name, known);
          await queries.invalidateQueries({ queryKey: ['space', space.id] });
        },
      });
    const list = parentList(path);
    if (list !== undefined) navigate(spacePath(space.id, list), { replace: true });
    void queries.invalidateQueries({ queryKey: ['space', space.id], refetchType: 'active' });
    if (!restore) sayDone(said);
  }

  const isPlainRemoval = removeInput && Object.keys(askedSchema(removeInput.schema, known).properties ?? {}).length === 0;
  return (
    <>
      {edit && editInput && mayCall(space, edit, editInput.role) && <Button onClick={() => setOpened('edit')}>Edit</Button>}
      <MoreActs
        contract={read.contract}
        name={read.name}
        args={read.args}
        value={value}
        etag={etag}
        except={[edit, remove].flatMap((act) => (act ? [idOf(act)] : []))}
      />
      {remove && removeInput && mayCall(space, remove, removeInput.role) && (
        <Button look="danger" onClick={() => setOpened('remove')}>
          Delete
        </Button>
      )}
      {opened === 'edit' && editInput && (
        <ActDialog
          act={edit}
          input={editInput}
          known={known}
          initial={initialValues(askedSchema(editInput.schema, known), value)}
          onSend={change}
          onDone={() => 'close'}
          onClose={close}
        />
      )}
      {opened === 'remove' && removeInput && isPlainRemoval && (
        <ConfirmDialog
          title={`Delete “${title}”?`}
          action="Delete"
          {...(!restore && { typed: title })}
          onConfirm={removeIt}
          onClose={close}
        >
          <p>{removeInput.description ?? removeInput.summary}</p>
          {!restore && <p>There is no way back{removeInput.no_undo ? `: ${removeInput.no_undo}` : ''}.</p>}
        </ConfirmDialog>
      )}
      {opened === 'remove' && removeInput && !isPlainRemoval && (
        <ActDialog
          act={remove}
          input={removeInput}
          known={known}
          etag={etag}
          onDone={() => {
            left();
            return 'leave';
          }}
          onClose={close}
        />
      )}
    </>
  );
}
