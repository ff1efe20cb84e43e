import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { sayDone } from '../../parts/toast.tsx';
import { useSpace } from '../../shell/session.tsx';
import { acts, idOf } from '../acts/act.ts';
import { ActDialog, type ActEnd } from '../acts/act-dialog.tsx';
import { useInputs } from '../acts/use-inputs.ts';
import type { Contact } from './contact.ts';
import { rereadContacts } from './revert.ts';

const create = acts.find((act) => idOf(act) === 'contacts.create')!;

/** Props of the form of a new contact: it hands on the id. */
export interface CreateContactDialogProps {
  readonly onCreated: (id: string) => void;
  readonly onClose: () => void;
}

/** Renders the form of a new contact. A duplicate email leads to the contact that has it. */
export function CreateContactDialog({ onCreated, onClose }: CreateContactDialogProps): ReactElement | null {
  const space = useSpace();
  const queries = useQueryClient();
  const input = useInputs(['contacts'])?.contacts?.create;
  if (!input) return null;
  function done(answer: unknown): ActEnd {
    const { id, name } = answer as Contact;
    void rereadContacts(queries, space.id);
    sayDone(`“${name}” is created.`);
    onCreated(id);
    return 'leave';
  }
  return <ActDialog act={create} input={input} known={{}} onDone={done} onClose={onClose} />;
}
