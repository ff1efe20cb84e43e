/** A key, or two keys after each other, that do something. */
export interface Shortcut {
  /** Such as `/`, `?` or `g t`; `mod+k` is Ctrl or ⌘ with k. */
  readonly keys: string;
  readonly label: string;
  /** True when a field keeps the key for itself, such as `mod+z`. */
  readonly leavesFields?: true;
  readonly run: () => void;
}

/** The facts of a key press that a shortcut needs. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey?: boolean;
  readonly isComposing: boolean;
}

/** The state of reading keys: the first key of two, if it was pressed. */
export interface KeyState {
  readonly first: string | undefined;
}

/**
 * Returns the shortcut that a key press completes, and the next state. Keys without Ctrl or ⌘ count only with `hasSingleKeys`;
 * a press while an input method composes counts for nothing.
 */
export function readKey(
  shortcuts: readonly Shortcut[],
  press: KeyPress,
  { first }: KeyState,
  hasSingleKeys: boolean,
): { readonly shortcut: Shortcut | undefined; readonly state: KeyState } {
  const none = { shortcut: undefined, state: { first: undefined } };
  if (press.isComposing || press.altKey) return none;
  if (press.ctrlKey || press.metaKey) {
    const keys = `mod+${press.shiftKey ? 'shift+' : ''}${press.key.toLowerCase()}`;
    return { ...none, shortcut: shortcuts.find((one) => one.keys === keys) };
  }
  if (!hasSingleKeys) return none;
  const typed = first === undefined ? press.key : `${first} ${press.key}`;
  const shortcut = shortcuts.find(({ keys }) => keys === typed);
  if (shortcut) return { ...none, shortcut };
  const begins = first === undefined && shortcuts.some(({ keys }) => keys.startsWith(`${press.key} `));
  return { shortcut: undefined, state: { first: begins ? press.key : undefined } };
}

/** Returns true if an element takes text, so that its keys are no shortcuts. */
export const takesText = (element: { readonly tagName: string; readonly isContentEditable: boolean; readonly type?: string }): boolean =>
  element.isContentEditable ||
  ['TEXTAREA', 'SELECT'].includes(element.tagName) ||
  (element.tagName === 'INPUT' && !['checkbox', 'radio', 'button'].includes(element.type ?? ''));
