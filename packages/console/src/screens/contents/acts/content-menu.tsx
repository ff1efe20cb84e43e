import { Ellipsis } from 'lucide-react';
import type { ReactElement } from 'react';
import type { LiveNoun } from '../../../live-editing/live-state.ts';
import { Button } from '../../../parts/button.tsx';
import { Menu, MenuDivider, MenuItem } from '../../../parts/menu.tsx';
import { sayFailed } from '../../../parts/toast.tsx';
import type { ActedContent, ContentActs } from './use-content-acts.tsx';

/** Props of the menu: its content, what can be done with it, and whether this person has changes of it that are not saved. */
export interface ContentMenuProps {
  readonly noun: LiveNoun;
  readonly content: ActedContent;
  readonly acts: ContentActs;
  readonly isUnsaved: boolean;
}

/** Renders the menu of the acts on an open content. One that ends changes waits for those that are not saved. */
export function ContentMenu({ noun, content, acts, isUnsaved }: ContentMenuProps): ReactElement {
  const end = (run: () => Promise<unknown>): void =>
    isUnsaved ? sayFailed(new Error(`Your last changes are not saved yet. Try again when the ${noun} is saved.`)) : void run();
  return (
    <Menu
      trigger={
        <Button look="icon" aria-label={`Acts on the ${noun}`}>
          <Ellipsis size={16} aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem onClick={() => acts.rename(content)}>Rename</MenuItem>
      <MenuItem onClick={() => acts.move(content)}>Move</MenuItem>
      {content.is_locked ? (
        <MenuItem onClick={() => void acts.lock(content)}>Unlock</MenuItem>
      ) : (
        <MenuItem onClick={() => end(() => acts.lock(content))}>Lock</MenuItem>
      )}
      <MenuDivider />
      <MenuItem onClick={() => end(() => acts.remove(content))}>Delete</MenuItem>
    </Menu>
  );
}
