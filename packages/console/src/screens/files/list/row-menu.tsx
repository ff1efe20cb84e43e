import { Ellipsis } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '../../../parts/button.tsx';
import { Menu, MenuItem } from '../../../parts/menu.tsx';
import type { FileActs, Things } from '../acts/use-file-acts.tsx';

/** Props of the menu: its thing and the name of that, whether it is in the trash, and what can be done. */
export interface RowMenuProps {
  readonly things: Things;
  readonly name: string;
  readonly isTrash: boolean;
  readonly acts: FileActs;
}

/** Renders the menu of a file or a folder in a list. */
export const RowMenu = ({ things, name, isTrash, acts }: RowMenuProps): ReactElement => (
  <Menu
    trigger={
      <Button look="plain icon" small aria-label={`More acts on ${name}`}>
        <Ellipsis size={16} aria-hidden="true" />
      </Button>
    }
  >
    {isTrash ? (
      <>
        <MenuItem onClick={() => void acts.restore(things)}>Restore</MenuItem>
        <MenuItem onClick={() => acts.removeForGood(things)}>Delete for good</MenuItem>
      </>
    ) : (
      <>
        <MenuItem onClick={() => acts.rename(things)}>Rename</MenuItem>
        <MenuItem onClick={() => acts.move(things)}>Move</MenuItem>
        <MenuItem onClick={() => void acts.remove(things)}>Delete</MenuItem>
      </>
    )}
  </Menu>
);
