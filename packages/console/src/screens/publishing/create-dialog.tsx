import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { faultsOf } from '../../api/faults.ts';
import type { Arguments } from '../../api/send.ts';
import { call } from '../../api/space-client.ts';
import { useFormCall } from '../../api/use-form-call.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { spacePath } from '../../routing/paths.ts';
import { useSpace } from '../../shell/session.tsx';

/** Props of a dialog that creates a thing by its title. */
export interface CreateDialogProps {
  /** The thing with its article, such as `a page`. */
  readonly noun: string;
  readonly contract: 'pages' | 'sites' | 'blog_collections' | 'blog_posts';
  /** The arguments next to the title. */
  readonly args: Arguments;
  /** The path over REST of its list. */
  readonly path: string;
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** Renders the dialog that creates a page, site, blog or post, and leads to it. */
export function CreateDialog({ noun, contract, args, path, children, onClose }: CreateDialogProps): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [title, setTitle] = useState('');
  const { error, isBusy, run } = useFormCall();
  const create = () =>
    run(async (idempotency_key) => {
      const options = { idempotency_key };
      const { id } = (await call(space.id, contract, 'create', { title: title.trim(), ...args }, options)) as { readonly id: string };
      await queries.invalidateQueries({ queryKey: ['space', space.id, contract] });
      if (contract === 'pages') void queries.invalidateQueries({ queryKey: ['space', space.id, 'sites'] });
      navigate(spacePath(space.id, `${path}/${id}`), { replace: true });
    });
  return (
    <Dialog title={`Create ${noun}`} open onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && title.trim() !== '') void create();
        }}
      >
        <TextField
          label="Title"
          required
          maxLength={200}
          fault={faultsOf(error)('title')}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        {children}
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={isBusy || title.trim() === ''}>
            Create {noun}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
