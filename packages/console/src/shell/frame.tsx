import { type ReactElement, type ReactNode, useState } from 'react';
import { buttonClass } from '../parts/button.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { Palette } from './palette.tsx';
import { usePersonChange } from './person-menu.tsx';
import { Rail } from './rail.tsx';
import { useSignedIn } from './session.tsx';
import type { Shortcut } from './shortcuts.ts';
import { undoLatest } from './undo.ts';
import { useCommands, usePlaceShortcuts } from './use-commands.ts';
import { useLive } from './use-live.ts';
import { useShortcuts } from './use-shortcuts.ts';

const ShortcutsDialog = lazyPart(() => import('./shortcuts-dialog.tsx').then(({ ShortcutsDialog: part }) => part));

/** Renders the frame of every screen: the rail, the palette, the shortcuts and the content. */
export function Frame({ children }: { readonly children: ReactNode }): ReactElement {
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const hasSingleKeys = useSignedIn().person.shortcuts;
  const change = usePersonChange();
  const shortcuts: readonly Shortcut[] = [
    { keys: 'mod+k', label: 'Go to a place or do something', run: () => setPaletteOpen((isOpen) => !isOpen) },
    { keys: 'mod+z', label: 'Take the last change of this tab back', leavesFields: true, run: () => void undoLatest() },
    { keys: '?', label: 'List the shortcuts', run: () => setHelpOpen(true) },
    { keys: '/', label: 'Filter this list', run: focusFilter },
    ...usePlaceShortcuts(),
  ];
  useShortcuts(shortcuts, hasSingleKeys);
  useLive();
  const commands = useCommands(() => setHelpOpen(true));
  return (
    <>
      <a className={`skip ${buttonClass('primary')}`} href="#content">
        Skip to the content
      </a>
      <div className="frame">
        <Rail />
        <div className="page">
          <OfflineBanner />
          <main id="content" className="content" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
      <BottomBar />
      <Palette commands={commands} open={isPaletteOpen} onClose={() => setPaletteOpen(false)} />
      {isHelpOpen && (
        <ShortcutsDialog
          shortcuts={shortcuts}
          onClose={() => setHelpOpen(false)}
          hasSingleKeys={hasSingleKeys}
          onSingleKeys={(shortcuts) => change({ shortcuts })}
        />
      )}
    </>
  );
}

function focusFilter(): void {
  document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus();
}
