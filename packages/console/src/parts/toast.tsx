import { Toast as Base } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { asApiError } from '../api/api-error.ts';
import { buttonClass } from './button.tsx';

const manager = Base.createToastManager();

/** Milliseconds that a toast stays. */
const TOAST_MS = 8_000;

/** Says in a toast that something is done. */
export function sayDone(title: string, description?: string): void {
  manager.add({ title, timeout: TOAST_MS, type: 'good', ...(description && { description }) });
}

/** Says in a toast what failed, as an alert. */
export function sayFailed(error: unknown): void {
  const { message, code, request_id } = asApiError(error);
  const description = request_id ? `${code} · ${request_id}` : code;
  manager.add({ title: message, description, timeout: 0, type: 'bad', priority: 'high' });
}

/** Renders the toasts above a page. */
export function Toasts({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <Base.Provider toastManager={manager} limit={4}>
      {children}
      <Base.Portal>
        <Base.Viewport className="toasts">
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function ToastList(): ReactElement[] {
  const { toasts } = Base.useToastManager();
  return toasts.map((toast) => (
    <Base.Root key={toast.id} toast={toast} className="toast" swipeDirection="right">
      <Base.Content className="toast-content">
        <Base.Title className="toast-title" render={<p />} />
        <Base.Description className="soft" />
      </Base.Content>
      <Base.Close className={buttonClass('plain icon', true)} aria-label="Dismiss">
        <X size={16} aria-hidden="true" />
      </Base.Close>
    </Base.Root>
  ));
}
