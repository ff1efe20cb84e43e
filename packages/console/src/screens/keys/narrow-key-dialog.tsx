import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { type SpaceClient, spaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { sayDone } from '../../parts/toast.tsx';
import { useSpace } from '../../shell/session.tsx';
import { withConfirmation } from '../../shell/step-up.tsx';
import type { Key } from './key-table.tsx';
import { keysQuery } from './keys-query.ts';
import { Matrix } from './matrix.tsx';
import { ToolsPreview } from './tools-preview.tsx';

type UpdateKey = Parameters<SpaceClient['settings']['update_key']>[0];

/** Renders the form that renames a key or takes scopes from it. A key never gets more scopes. */
export function NarrowKeyDialog({ narrowed, onClose }: { readonly narrowed: Key; readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [name, setName] = useState(narrowed.name);
  const [scopes, setScopes] = useState(narrowed.scopes);
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const removed = narrowed.scopes.length - scopes.length;

  async function save(): Promise<void> {
    setBusy(true);
    setError(undefined);
    const change = {
      id: narrowed.id,
      ...(name.trim() !== narrowed.name && { name: name.trim() }),
      ...(removed > 0 && { scopes }),
    } as UpdateKey;
    try {
      await withConfirmation(() => spaceClient(space.id).settings.update_key(change));
      await queries.invalidateQueries({ queryKey: keysQuery(space.id) });
      sayDone(`“${name.trim()}” is changed.`, removed > 0 ? `It has ${removed} scopes fewer from now on.` : undefined);
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  }

  return (
    <Dialog title={`Change “${narrowed.name}”`} open look="wide" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && scopes.length > 0) void save();
        }}
      >
        <TextField label="Name" required maxLength={200} value={name} onChange={(event) => setName(event.target.value)} />
        <p className="soft">
          A key loses scopes here and never gets more: create a new key for that. Programs that need a removed scope get 403.
        </p>
        <Matrix own={narrowed.scopes} chosen={scopes} onChoose={setScopes} />
        <ToolsPreview scopes={scopes} catalogMode={narrowed.catalog_mode} />
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={isBusy || scopes.length === 0 || (removed === 0 && name.trim() === narrowed.name)}>
            {removed > 0 ? `Save, with ${removed} scopes fewer` : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
