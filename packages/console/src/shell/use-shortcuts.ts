import { useEffect, useRef } from 'react';
import { type KeyState, readKey, type Shortcut, takesText } from './shortcuts.ts';

/** Runs shortcuts while a part is shown. Single keys do nothing in a field, in a dialog or when the person disabled them. */
export function useShortcuts(shortcuts: readonly Shortcut[], hasSingleKeys: boolean): void {
  const current = useRef({ shortcuts, hasSingleKeys });
  current.current = { shortcuts, hasSingleKeys };
  useEffect(() => {
    let state: KeyState = { first: undefined };
    function onKey(event: KeyboardEvent): void {
      // A part with keys of its own, such as a grid, has acted on this one.
      if (event.defaultPrevented) return;
      const target = event.target instanceof HTMLElement ? event.target : document.body;
      const isFree = !takesText(target) && !document.querySelector('.dialog[data-open], .popup[data-open]');
      const usable = isFree ? current.current.shortcuts : current.current.shortcuts.filter(({ leavesFields }) => !leavesFields);
      const read = readKey(usable, event, state, current.current.hasSingleKeys && isFree);
      state = read.state;
      if (!read.shortcut) return;
      event.preventDefault();
      read.shortcut.run();
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
