import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useLocation } from 'wouter';
import { spaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { sayDone } from '../../parts/toast.tsx';
import { spacePath } from '../../routing/paths.ts';
import { useSpace } from '../../shell/session.tsx';
import { type Contact, contactsQuery, fieldLabels } from './contact.ts';
import { type Choice, differing, firstChoice, rulesOf, type Side } from './merge-choice.ts';
import { rereadContacts } from './revert.ts';

/** Props of the dialog: the ids of the two contacts, the older one first. */
export interface MergeDialogProps {
  readonly ids: readonly [string, string];
  readonly onClose: () => void;
}

/** Renders two contacts, one on each side, and merges the right one into the left one with the chosen values. */
export function MergeDialog({ ids, onClose }: MergeDialogProps): ReactElement {
  const space = useSpace();
  const [isSwapped, setSwapped] = useState(false);
  const [stay, go] = isSwapped ? [ids[1], ids[0]] : ids;
  const { data, error, refetch } = useQuery({
    queryKey: [...contactsQuery(space.id), 'pair', ...ids],
    queryFn: ({ signal }) => Promise.all(ids.map((id) => spaceClient(space.id).contacts.get({ id }, { signal }))),
  });
  const [stays, goes] = [data?.find(({ id }) => id === stay), data?.find(({ id }) => id === go)];
  return (
    <Dialog title="Merge two contacts" open look="wide" onClose={onClose}>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton />}
      {stays && goes && <MergeForm key={stays.id} stays={stays} goes={goes} onSwap={() => setSwapped(!isSwapped)} onClose={onClose} />}
    </Dialog>
  );
}

interface MergeFormProps {
  readonly stays: Contact;
  readonly goes: Contact;
  readonly onSwap: () => void;
  readonly onClose: () => void;
}

function MergeForm({ stays, goes, onSwap, onClose }: MergeFormProps): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [choice, setChoice] = useState<Choice>(() => firstChoice(stays, goes));
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const args = { id: stays.id, contact_id: goes.id, rules: rulesOf(stays, goes, choice) };
  const fields = differing(stays, goes);
  const tags = [...new Set([...stays.tags, ...goes.tags])];

  async function merge(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      const { id, name } = await spaceClient(space.id).contacts.merge(args);
      await rereadContacts(queries, space.id);
      sayDone(`The contacts are one: “${name}”.`);
      navigate(spacePath(space.id, `/contacts/${id}`));
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  }

  const side = (name: keyof Choice, from: Side, contact: Contact) => (
    <td data-label={from === 'stays' ? 'Stays' : 'Goes'}>
      <label>
        <input
          type="radio"
          name={`merge-${name}`}
          checked={choice[name] === from}
          onChange={() => setChoice({ ...choice, [name]: from })}
        />
        {contact[name] || '(empty)'}
      </label>
    </td>
  );
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void merge();
      }}
    >
      <p>
        “{stays.name}” stays. “{goes.name}” is removed, and its id then finds the one that stays. There is no way back.
      </p>
      <div className="table-box cards">
        <table className="table merge">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Stays: {stays.email}</th>
              <th scope="col">Goes: {goes.email}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((name) => (
              <tr key={name}>
                <td className="first">{fieldLabels[name]}</td>
                {side(name, 'stays', stays)}
                {side(name, 'goes', goes)}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {fields.length === 0 && <p className="soft">Their fields are the same.</p>}
      <p className="soft">Tags of both: {tags.length === 0 ? 'none' : tags.join(', ')}. Own fields are filled in where they are absent.</p>
      {error !== undefined && <ProblemNotice error={error} />}
      <div className="row end">
        <SameCall contract="contacts" name="merge" args={args} />
        <Button onClick={onSwap}>Swap the sides</Button>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="danger primary" disabled={isBusy}>
          Merge
        </Button>
      </div>
    </form>
  );
}
