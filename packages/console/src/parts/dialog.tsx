import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { buttonClass } from './button.tsx';

/** Props of a dialog; `onClose` runs for Escape, the close button and a press outside. */
export interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly look?: 'wide' | 'drawer' | 'palette';
  /** False for a dialog that only its own buttons close. */
  readonly isDismissible?: boolean;
  /** True to show the title to screen readers only. */
  readonly hasHiddenTitle?: boolean;
}

/** Renders a modal dialog: it traps the focus, and returns it when it closes. */
export function Dialog({ title, open, onClose, children, look, isDismissible = true, hasHiddenTitle = false }: DialogProps): ReactElement {
  return (
    <Base.Root open={open} onOpenChange={(isOpen) => !isOpen && isDismissible && onClose()} disablePointerDismissal={!isDismissible}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className={look ? `dialog ${look}` : 'dialog'}>
          {hasHiddenTitle ? (
            <Base.Title className="hidden-text">{title}</Base.Title>
          ) : (
            <div className="dialog-head">
              <Base.Title>{title}</Base.Title>
            </div>
          )}
          {children}
          {/* The last element, so that the focus begins in the content. */}
          {isDismissible && !hasHiddenTitle && (
            <Base.Close className={`dialog-close ${buttonClass('plain icon', true)}`} aria-label="Close">
              <X size={16} aria-hidden="true" />
            </Base.Close>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
