import { type ReactElement, useEffect, useState } from 'react';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';

/** Continues a navigation that was held back. */
type Continue = () => void;

/**
 * Asks before a person leaves a screen with unsaved text: by a link, the palette, a shortcut, the back button, or by closing the tab. Render
 * what it returns. Changes of the search parameters of the same screen pass.
 */
export function useLeaveGuard(isDirty: boolean): ReactElement | null {
  const [pending, setPending] = useState<Continue>();
  useEffect(() => (isDirty ? holdNavigation((go) => setPending(() => go)) : undefined), [isDirty]);
  if (!pending) return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      action="Leave without saving"
      onConfirm={async () => pending()}
      onClose={() => setPending(undefined)}
    >
      <p>This screen has text that is not saved. It is lost when you leave.</p>
    </ConfirmDialog>
  );
}

/**
 * Holds back every navigation to another path, and reports each one. Returns a function that stops this. The back button is held back in
 * browsers that have the Navigation API.
 */
function holdNavigation(onLeave: (go: Continue) => void): () => void {
  const own = location.pathname;
  const { pushState } = history;
  const traversals = 'navigation' in window ? window.navigation : undefined;
  function release(): void {
    history.pushState = pushState;
    traversals?.removeEventListener('navigate', onTraverse);
    removeEventListener('beforeunload', onUnload);
  }
  function onTraverse(event: NavigateEvent): void {
    const { sameDocument, url, key } = event.destination;
    if (event.navigationType !== 'traverse' || !event.cancelable || !sameDocument || new URL(url).pathname === own) return;
    event.preventDefault();
    onLeave(() => {
      release();
      traversals?.traverseTo(key);
    });
  }
  const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
  history.pushState = (state, unused, url) => {
    const push = () => pushState.call(history, state, unused, url);
    if (new URL(url ?? '', location.href).pathname === own) return push();
    onLeave(() => {
      release();
      push();
    });
  };
  traversals?.addEventListener('navigate', onTraverse);
  addEventListener('beforeunload', onUnload);
  return release;
}
