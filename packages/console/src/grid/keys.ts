import type { Move } from './selection.ts';

/** A key press on a grid. */
export interface GridKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** The code that browsers give to a key press which an input method takes. */
const INPUT_METHOD_CODE = 229;

/** Returns true for a key press that belongs to an input method. Safari ends the composition before it reports the key that ended it. */
export const isOfInputMethod = ({ isComposing, keyCode }: { readonly isComposing: boolean; readonly keyCode: number }): boolean =>
  isComposing || keyCode === INPUT_METHOD_CODE;

/** The meaning of a key press while no cell is edited. */
export type Command =
  | { readonly act: 'move'; readonly move: Move; readonly isExtending: boolean }
  | { readonly act: 'edit' | 'open' | 'tick' | 'rows' | 'all' | 'clear' | 'fill' | 'undo' | 'cancel' };

const moves: Readonly<Record<string, readonly [plain: Move, jump: Move]>> = {
  ArrowUp: ['up', 'column_start'],
  ArrowDown: ['down', 'column_end'],
  ArrowLeft: ['left', 'row_start'],
  ArrowRight: ['right', 'row_end'],
  Home: ['row_start', 'first'],
  End: ['row_end', 'last'],
  PageUp: ['page_up', 'page_up'],
  PageDown: ['page_down', 'page_down'],
};

/** Returns the meaning of a key press while no cell is edited; undefined for one that the browser handles, such as a letter. */
export function commandOf({ key, ctrlKey, metaKey, shiftKey, altKey }: GridKey): Command | undefined {
  const isJump = ctrlKey || metaKey;
  const [plain, jump] = (!altKey && moves[key]) || [];
  if (plain && jump) return { act: 'move', move: isJump ? jump : plain, isExtending: shiftKey };
  if (isJump) {
    const act = ({ d: 'fill', a: 'all', z: 'undo' } as const)[key.toLowerCase()];
    return act && !shiftKey && !altKey ? { act } : undefined;
  }
  if (altKey) return undefined;
  switch (key) {
    case 'Enter':
      return { act: shiftKey ? 'open' : 'edit' };
    case 'F2':
      return { act: 'edit' };
    case ' ':
      return { act: shiftKey ? 'rows' : 'tick' };
    case 'Delete':
    case 'Backspace':
      return { act: 'clear' };
    case 'Escape':
      return { act: 'cancel' };
    default:
      return undefined;
  }
}
