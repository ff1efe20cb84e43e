import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useLocation } from 'wouter';
import { fillPath } from '../../api/request-url.ts';
import { Button } from '../../parts/button.tsx';
import { sayDone } from '../../parts/toast.tsx';
import { entryRead, type MatchedRead } from '../../routing/match-route.ts';
import { spacePath } from '../../routing/paths.ts';
import { useSpace } from '../../shell/session.tsx';
import { actsOf, idOf, mayCall } from './act.ts';
import { ActDialog, type ActEnd } from './act-dialog.tsx';
import { knownOf, MoreActs } from './more-acts.tsx';
import { useInputs } from './use-inputs.ts';

/** Renders what can be done with any list: create an entry, and a menu of its other operations. */
export function ListActs({ read }: { readonly read: MatchedRead }): ReactElement {
  const { create } = actsOf(read.path);
  return (
    <>
      <MoreActs contract={read.contract} name={read.name} args={read.args} except={create ? [idOf(create)] : []} />
      <CreateAct read={read} />
    </>
  );
}

/** Renders the button and the form that create an entry of a list; nothing without such an operation. It leads to the new entry. */
export function CreateAct({ read }: { readonly read: MatchedRead }): ReactElement | null {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [isOpen, setOpen] = useState(false);
  const { create } = actsOf(read.path);
  const input = useInputs(create ? [create.contract] : [])?.[create?.contract ?? '']?.[create?.name ?? ''];
  if (!create || !input || !mayCall(space, create, input.role)) return null;
  function done(answer: unknown): ActEnd {
    void queries.invalidateQueries({ queryKey: ['space', space.id] });
    if (input?.confidential) return 'show';
    sayDone(`Done: ${input!.summary.toLowerCase()}.`);
    const id = (answer as { readonly id?: unknown } | undefined)?.id;
    const entry = entryRead(read);
    if (entry && (typeof id === 'string' || typeof id === 'number'))
      navigate(spacePath(space.id, fillPath(entry.read.path, { ...read.args, [entry.parameter]: id })));
    return 'close';
  }
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        <Plus size={16} aria-hidden="true" />
        {input.summary}
      </Button>
      {isOpen && <ActDialog act={create} input={input} known={knownOf(create, read.args)} onDone={done} onClose={() => setOpen(false)} />}
    </>
  );
}
