import { ChevronsUpDown } from 'lucide-react';
import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { buttonClass } from '../parts/button.tsx';
import { Menu, MenuChoices } from '../parts/menu.tsx';
import { spacePath } from '../routing/paths.ts';
import { initialOf } from './person-menu.tsx';
import { useSignedIn, useSpaceIfAny } from './session.tsx';

/** Renders the Space of the address, and the menu of the person's other Spaces. */
export function SpaceSwitcher(): ReactElement {
  const { spaces } = useSignedIn();
  const space = useSpaceIfAny();
  const [, navigate] = useLocation();
  return (
    <Menu
      trigger={
        <button type="button" className={`${buttonClass('plain')} rail-switch`}>
          <span className="avatar" aria-hidden="true">
            {initialOf(space?.name ?? 'Space')}
          </span>
          <span className="name">{space?.name ?? 'Choose a Space'}</span>
          <ChevronsUpDown className="tail" size={14} aria-hidden="true" />
        </button>
      }
    >
      <MenuChoices
        label="Spaces"
        value={space?.id ?? ''}
        choices={spaces.map(({ id, name }) => [id, name] as const)}
        onChoose={(id) => navigate(spacePath(id))}
      />
    </Menu>
  );
}
