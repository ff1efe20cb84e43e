import { useLocation } from 'wouter';
import { spacePath } from '../routing/paths.ts';
import { canOpen, placesFor } from './navigation.ts';
import type { Command } from './palette-match.ts';
import { themes, useTheme } from './person-menu.tsx';
import { useSignedIn, useSpaceIfAny } from './session.tsx';
import type { Shortcut } from './shortcuts.ts';

/** Returns every place and action that the palette offers the person. */
export function useCommands(showShortcuts: () => void): readonly Command[] {
  const { spaces } = useSignedIn();
  const space = useSpaceIfAny();
  const [, navigate] = useLocation();
  const setTheme = useTheme();
  const goTo = (path: string) => () => navigate(path);
  const places = space ? placesFor(space) : [];
  return [
    ...(space ? [{ label: 'Home', group: 'Go to', run: goTo(spacePath(space.id)) }] : []),
    ...places.flatMap((group) =>
      group.places.flatMap(({ path, label, lists = [] }) => [
        { label, group: 'Go to', also: group.label, run: goTo(spacePath(space!.id, path)) },
        ...lists
          .filter(([list]) => canOpen(space!, list))
          .map(([list, name]) => ({ label: name, group: 'Go to', also: label, run: goTo(spacePath(space!.id, list)) })),
      ]),
    ),
    ...(space && canOpen(space, '', 'admin')
      ? [
          { label: 'Create an API key', group: 'Do', also: 'new', run: goTo(spacePath(space.id, '/settings/keys?new=1')) },
          { label: 'Invite a person', group: 'Do', also: 'new member', run: goTo(spacePath(space.id, '/settings/members?invite=1')) },
        ]
      : []),
    { label: 'Profile', group: 'Go to', also: 'me name zone', run: goTo('/me') },
    { label: 'Sign-in and sessions', group: 'Go to', also: 'security password', run: goTo('/me/security') },
    ...spaces
      .filter(({ id }) => id !== space?.id)
      .map(({ id, name }) => ({ label: name, group: 'Switch Space', run: goTo(spacePath(id)) })),
    ...themes.map(([theme, label]) => ({
      label: `Colours: ${label.toLowerCase()}`,
      group: 'Do',
      also: 'theme dark mode',
      run: () => setTheme(theme),
    })),
    { label: 'Keyboard shortcuts', group: 'Do', also: 'help keys', run: showShortcuts },
  ];
}

/** Returns the shortcut `g` with a letter of each place that the person can open. */
export function usePlaceShortcuts(): readonly Shortcut[] {
  const space = useSpaceIfAny();
  const [, navigate] = useLocation();
  if (!space) return [];
  const places = placesFor(space).flatMap((group) => group.places);
  return [
    { keys: 'g h', label: 'Go to Home', run: () => navigate(spacePath(space.id)) },
    ...places.flatMap(({ letter, label, path }) =>
      letter ? [{ keys: `g ${letter}`, label: `Go to ${label}`, run: () => navigate(spacePath(space.id, path)) }] : [],
    ),
  ];
}
