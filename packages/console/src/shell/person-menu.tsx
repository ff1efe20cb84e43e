import { useQueryClient } from '@tanstack/react-query';
import { ChevronsUpDown } from 'lucide-react';
import { type ReactElement, useRef } from 'react';
import { useLocation } from 'wouter';
import { endReads } from '../api/leaving.ts';
import { PERSON_KEY, type PersonChange, type SignedIn, type ThemeName, updatePerson } from '../api/person.ts';
import { buttonClass } from '../parts/button.tsx';
import { Menu, MenuChoices, MenuDivider, MenuItem } from '../parts/menu.tsx';
import { sayFailed } from '../parts/toast.tsx';
import { useSignedIn } from './session.tsx';

/** The themes, with their names for people. */
export const themes: readonly (readonly [ThemeName, string])[] = [
  ['auto', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

/** Returns a function that changes the person: what is shown follows immediately, and the old state returns when it is refused. */
export function usePersonChange(): (change: PersonChange) => void {
  const queries = useQueryClient();
  return (change) => {
    queries.setQueryData<SignedIn>(PERSON_KEY, (before) => before && { ...before, person: { ...before.person, ...change } });
    updatePerson(change)
      .catch(sayFailed)
      .finally(() => queries.invalidateQueries({ queryKey: PERSON_KEY }));
  };
}

/** Returns a function that changes the theme immediately and stores it with the person. */
export function useTheme(): (theme: ThemeName) => void {
  const change = usePersonChange();
  return (theme) => change({ theme });
}

/** Renders the menu of the person: profile, security, theme and sign-out, which is a form that posts. */
export function PersonMenu(): ReactElement {
  const { person } = useSignedIn();
  const [, navigate] = useLocation();
  const setTheme = useTheme();
  const form = useRef<HTMLFormElement>(null);
  return (
    <>
      <form ref={form} method="post" action="/sign-out" onSubmit={endReads} />
      <Menu
        side="top"
        trigger={
          <button type="button" className={`${buttonClass('plain')} rail-switch`}>
            <span className="avatar round" aria-hidden="true">
              {initialOf(person.name)}
            </span>
            <span className="name">{person.name}</span>
            <ChevronsUpDown className="tail" size={14} aria-hidden="true" />
          </button>
        }
      >
        <MenuItem onClick={() => navigate('/me')}>Profile</MenuItem>
        <MenuItem onClick={() => navigate('/me/security')}>Sign-in and sessions</MenuItem>
        <MenuDivider />
        <MenuChoices label="Colours" value={person.theme} choices={themes} onChoose={setTheme} />
        <MenuDivider />
        <MenuItem onClick={() => form.current?.requestSubmit()}>Sign out</MenuItem>
      </Menu>
    </>
  );
}

/** Returns the first letter of a name, as a capital. */
export const initialOf = (name: string): string => [...name.trim()][0]?.toLocaleUpperCase() ?? '?';
