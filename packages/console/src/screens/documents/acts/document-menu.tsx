import { Ellipsis } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '../../../parts/button.tsx';
import { Menu, MenuDivider, MenuItem } from '../../../parts/menu.tsx';
import type { ActedDocument, DocumentActs } from './use-document-acts.tsx';

/** Props of the menu: its document, and what can be done with it. */
export interface DocumentMenuProps {
  readonly document: ActedDocument;
  readonly acts: DocumentActs;
}

/** Renders the menu of the acts on an open document. */
export const DocumentMenu = ({ document, acts }: DocumentMenuProps): ReactElement => (
  <Menu
    trigger={
      <Button look="icon" aria-label="Acts on the document">
        <Ellipsis size={16} aria-hidden="true" />
      </Button>
    }
  >
    <MenuItem onClick={() => acts.rename(document)}>Rename</MenuItem>
    <MenuItem onClick={() => acts.move(document)}>Move</MenuItem>
    <MenuItem onClick={() => void acts.lock(document)}>{document.is_locked ? 'Unlock' : 'Lock'}</MenuItem>
    <MenuDivider />
    <MenuItem onClick={() => void acts.remove(document)}>Delete</MenuItem>
  </Menu>
);
