import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { useSpace } from '../../shell/session.tsx';
import { CreateKeyForm } from './create-key-form.tsx';
import { keysQuery } from './keys-query.ts';
import { type NewKey, NewKeyView } from './new-key.tsx';

/** Renders the dialog that creates a key and then shows it once. The key lives only in this part and goes when it closes. */
export function CreateKeyDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [created, setCreated] = useState<NewKey>();
  return created ? (
    <Dialog title="Your new key" open onClose={onClose} isDismissible={false}>
      <NewKeyView created={created} onClose={onClose} />
    </Dialog>
  ) : (
    <Dialog title="Create an API key" open look="wide" onClose={onClose}>
      <CreateKeyForm
        onCreated={(key) => {
          setCreated(key);
          void queries.invalidateQueries({ queryKey: keysQuery(space.id) });
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
}
