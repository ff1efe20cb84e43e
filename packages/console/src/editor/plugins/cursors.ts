import type { Plugin } from 'prosemirror-state';
import { yCursorPlugin } from 'y-prosemirror';
import type { Awareness } from 'y-protocols/awareness';
import { colourOf, nameOf, type User } from '../../live-editing/other-people.ts';

/** Makes the plugin that shows the cursors and the names of other people. */
export const otherCursors = (awareness: Awareness): Plugin =>
  yCursorPlugin(awareness, {
    cursorBuilder(user: User, client: number) {
      const cursor = document.createElement('span');
      cursor.className = `other-cursor colour-${colourOf(client)}`;
      const name = document.createElement('span');
      name.className = 'other-name';
      name.textContent = nameOf(user);
      // Text of other people in the middle of a sentence would be read as a part of it.
      name.ariaHidden = 'true';
      cursor.append('\u2060', name, '\u2060');
      return cursor;
    },
    selectionBuilder: (_: User, client: number) => ({ class: `other-selection colour-${colourOf(client)}` }),
  });
