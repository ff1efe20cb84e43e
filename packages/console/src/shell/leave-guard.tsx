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

/** Holds back every navigation to another path, and reports each one. Returns a function that stops this. */
function holdNavigation(onLeave: (go: Continue) => void): () => void {
  const own = location.pathname;
  const pushState = history.pushState;
  let address = location.href;
  function release(): void {
    history.pushState = pushState;
    removeEventListener('popstate', onPop, { capture: true });
    removeEventListener('beforeunload', onUnload);
  }
  function onPop(event: PopStateEvent): void {
    if (location.pathname === own) return;
    event.stopImmediatePropagation();
    pushState.call(history, event.state, '', address);
    onLeave(() => {
      release();
      history.back();
    });
  }
  const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
  history.pushState = (state, unused, url) => {
    const target = new URL(url ?? '', location.href);
    const push = () => pushState.call(history, state, unused, url);
    if (target.pathname === own) {
      push();
      address = location.href;
      return;
    }
    onLeave(() => {
      release();
      push();
    });
  };
  addEventListener('popstate', onPop, { capture: true });
  addEventListener('beforeunload', onUnload);
  return release;
}
