import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useLocation } from 'wouter';
import { spaceClient } from '../../api/space-client.ts';
import { useFormCall } from '../../api/use-form-call.ts';
import { Button } from '../../parts/button.tsx';
import { sayDone } from '../../parts/toast.tsx';
import { spacePath } from '../../routing/paths.ts';
import { useSpace } from '../../shell/session.tsx';
import { fieldsOf, newAudience } from './audience-draft.ts';
import { AudienceForm } from './audience-form.tsx';
import { rereadContacts } from './revert.ts';

/** Renders the form of a new audience by rules, which leads to the audience. */
export function NewAudience(): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [draft, setDraft] = useState(newAudience);
  const { error, isBusy, run } = useFormCall();
  const { condition, ...fields } = fieldsOf(draft);
  const canCreate = !isBusy && condition !== undefined && fields.name !== '';
  const create = () =>
    run(async (idempotency_key) => {
      const { id, name } = await spaceClient(space.id).audiences.create({ ...fields, condition: condition! }, { idempotency_key });
      await rereadContacts(queries, space.id);
      sayDone(`“${name}” is created.`);
      navigate(spacePath(space.id, `/audiences/${id}`), { replace: true });
    });
  return (
    <AudienceForm draft={draft} onChange={setDraft} error={error} onSubmit={() => canCreate && void create()}>
      <Button type="submit" look="primary" disabled={!canCreate}>
        Create the audience
      </Button>
    </AudienceForm>
  );
}
