import { useQueryClient } from '@tanstack/react-query';
import { MoreHorizontal } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useLocation } from 'wouter';
import { spaceClient } from '../../api/space-client.ts';
import type { Thing } from '../../api/use-thing.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Menu, MenuItem } from '../../parts/menu.tsx';
import { sayDone, sayFailed } from '../../parts/toast.tsx';
import { spacePath } from '../../routing/paths.ts';
import { makeChange } from '../../shell/change.ts';
import { useSpace } from '../../shell/session.tsx';
import { type Form, formsQuery } from './form.ts';
import { ShareDialog } from './share-dialog.tsx';

type Status = Form['status'];

/** The words for a form with a new status. */
const saidOf: Readonly<Record<Status, string>> = {
  active: 'is published. It accepts answers.',
  paused: 'is paused. Its page says so.',
  draft: 'is a draft. It has no page.',
  archived: 'is archived. It has no page.',
};

/** Renders what can be done with a form: publish or pause it, share it, put it away and delete it. */
export function FormActions({ thing, isDirty }: { readonly thing: Thing<Form>; readonly isDirty: boolean }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [opened, setOpened] = useState<'share' | 'delete'>();
  const [isBusy, setBusy] = useState(false);
  const { value: form, etag } = thing;
  const canWrite = space.scopes.includes('forms:write');
  const close = () => setOpened(undefined);

  async function setStatus(status: Status): Promise<void> {
    setBusy(true);
    try {
      await makeChange(queries, {
        space_id: space.id,
        contract: 'forms',
        name: 'update',
        path: { id: form.id },
        fields: { status },
        before: { status: form.status },
        etag,
        said: `“${form.name}” ${saidOf[status]}`,
      });
    } catch (failure) {
      sayFailed(failure);
    } finally {
      setBusy(false);
    }
  }

  async function remove(): Promise<void> {
    await spaceClient(space.id).forms.delete({ id: form.id });
    navigate(spacePath(space.id, '/forms'), { replace: true });
    queries.removeQueries({ queryKey: [...formsQuery(space.id), 'get'] });
    await queries.invalidateQueries({ queryKey: [...formsQuery(space.id), 'list'] });
    sayDone(`“${form.name}” is deleted.`);
  }

  return (
    <>
      {form.status === 'active' && <Button onClick={() => setOpened('share')}>Share</Button>}
      {canWrite && form.status === 'active' && (
        <Button disabled={isBusy} onClick={() => void setStatus('paused')}>
          Pause
        </Button>
      )}
      {canWrite && form.status !== 'active' && (
        <Button
          look="primary"
          disabled={isBusy || isDirty}
          title={isDirty ? 'Save your changes first' : undefined}
          onClick={() => void setStatus('active')}
        >
          Publish
        </Button>
      )}
      {canWrite && (
        <Menu
          trigger={
            <Button look="icon" aria-label="More actions">
              <MoreHorizontal size={16} aria-hidden="true" />
            </Button>
          }
        >
          {form.status !== 'draft' && <MenuItem onClick={() => void setStatus('draft')}>Make it a draft</MenuItem>}
          {form.status !== 'archived' && <MenuItem onClick={() => void setStatus('archived')}>Archive</MenuItem>}
          <MenuItem onClick={() => setOpened('delete')}>Delete …</MenuItem>
        </Menu>
      )}
      {opened === 'share' && <ShareDialog form={form} onClose={close} />}
      {opened === 'delete' && (
        <ConfirmDialog title="Delete this form?" action="Delete the form" typed={form.name} onConfirm={remove} onClose={close}>
          <p>Everything that was sent through it goes with it. There is no way back; an archived form keeps its answers.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
