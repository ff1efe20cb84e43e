import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { useSpace } from '../../shell/session.tsx';
import { withConfirmation } from '../../shell/step-up.tsx';
import { pushUndo } from '../../shell/undo.ts';
import { agentsQuery, type CanUse, idsIn, type UsableKind, usableKinds } from './agent.ts';

/** Renders what an agent can use of each kind: all, or the resources of some ids. */
export function CanUseForm({ canUse }: { readonly canUse: CanUse }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [lists, setLists] = useState(() => listsOf(canUse));
  const [base, setBase] = useState(canUse);
  if (base !== canUse) {
    // What was typed and not saved stays.
    if (JSON.stringify(lists) === JSON.stringify(listsOf(base))) setLists(listsOf(canUse));
    setBase(canUse);
  }
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const set = (kind: UsableKind, value: '*' | string) => setLists({ ...lists, [kind]: value });

  async function save(): Promise<void> {
    setBusy(true);
    setError(undefined);
    const change = Object.fromEntries(usableKinds.map((kind) => [kind, lists[kind] === '*' ? ('*' as const) : idsIn(lists[kind])]));
    try {
      await withConfirmation(() => spaceClient(space.id).agents.set_can_use({ agent_id: canUse.agent_id, ...change }));
      await queries.invalidateQueries({ queryKey: agentsQuery(space.id) });
      const { agent_id } = canUse;
      const before = Object.fromEntries(usableKinds.map((kind) => [kind, canUse[kind] ?? []]));
      pushUndo({
        said: 'The agent can use these resources from now on.',
        undo: async () => {
          await withConfirmation(() => spaceClient(space.id).agents.set_can_use({ agent_id, ...before }));
          await queries.invalidateQueries({ queryKey: agentsQuery(space.id) });
        },
      });
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      className="card stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void save();
      }}
    >
      <h2>Can use</h2>
      <p className="soft">The agent gets events about these resources only. An empty list is nothing of that kind.</p>
      {usableKinds.map((kind) => (
        <fieldset key={kind} className="can-use">
          <legend className="hidden-text">{kind}</legend>
          <label className="tick">
            <input type="checkbox" checked={lists[kind] === '*'} onChange={(event) => set(kind, event.target.checked ? '*' : '')} />
            <span>All {kind}</span>
          </label>
          {lists[kind] !== '*' && (
            <TextField
              label={`Ids of ${kind}`}
              placeholder="Separated by spaces"
              value={lists[kind]}
              onChange={(event) => set(kind, event.target.value)}
            />
          )}
        </fieldset>
      ))}
      {error !== undefined && <ProblemNotice error={error} />}
      <div>
        <Button type="submit" look="primary" disabled={isBusy}>
          Save
        </Button>
      </div>
    </form>
  );
}

/** Returns the text of each list; `*` is all. */
const listsOf = (canUse: CanUse): Readonly<Record<UsableKind, string>> =>
  Object.fromEntries(usableKinds.map((kind) => [kind, [canUse[kind] ?? []].flat().join(' ')])) as Record<UsableKind, string>;
