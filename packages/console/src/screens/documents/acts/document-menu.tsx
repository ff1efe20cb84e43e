import { Ellipsis } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '../../../parts/button.tsx';
import { Menu, MenuDivider, MenuItem } from '../../../parts/menu.tsx';
import { sayFailed } from '../../../parts/toast.tsx';
import type { ActedDocument, DocumentActs } from './use-document-acts.tsx';

/** Props of the menu: its document, what can be done with it, and whether this person has changes of its text that are not saved. */
export interface DocumentMenuProps {
  readonly document: ActedDocument;
  readonly acts: DocumentActs;
  readonly isUnsaved: boolean;
}

/** Renders the menu of the acts on an open document. One that ends changes waits for those that are not saved. */
export function DocumentMenu({ document, acts, isUnsaved }: DocumentMenuProps): ReactElement {
  const end = (run: () => Promise<unknown>): void =>
    isUnsaved ? sayFailed(new Error('Your last changes are not saved yet. Try again when the document is saved.')) : void run();
  return (
    <Menu
      trigger={
        <Button look="icon" aria-label="Acts on the document">
          <Ellipsis size={16} aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem onClick={() => acts.rename(document)}>Rename</MenuItem>
      <MenuItem onClick={() => acts.move(document)}>Move</MenuItem>
      {document.is_locked ? (
        <MenuItem onClick={() => void acts.lock(document)}>Unlock</MenuItem>
      ) : (
        <MenuItem onClick={() => end(() => acts.lock(document))}>Lock</MenuItem>
      )}
      <MenuDivider />
      <MenuItem onClick={() => end(() => acts.remove(document))}>Delete</MenuItem>
    </Menu>
  );
}
