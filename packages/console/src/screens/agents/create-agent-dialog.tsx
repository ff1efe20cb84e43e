import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useLocation } from 'wouter';
import { spaceClient } from '../../api/space-client.ts';
import { useFormCall } from '../../api/use-form-call.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { spacePath } from '../../routing/paths.ts';
import { useSpace } from '../../shell/session.tsx';
import { agentsQuery } from './agent.ts';

/** Renders the dialog that creates an agent and leads to it. */
export function CreateAgentDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [name, setName] = useState('');
  const { error, isBusy, run } = useFormCall();
  const create = () =>
    run(async (idempotency_key) => {
      const { id } = await spaceClient(space.id).settings.create_agent({ name: name.trim() }, { idempotency_key });
      await queries.invalidateQueries({ queryKey: agentsQuery(space.id) });
      navigate(spacePath(space.id, `/settings/agents/${id}`), { replace: true });
    });
  return (
    <Dialog title="Create an agent" open onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && name.trim() !== '') void create();
        }}
      >
        <TextField label="Name" required maxLength={200} value={name} onChange={(event) => setName(event.target.value)} />
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={isBusy || name.trim() === ''}>
            Create the agent
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
