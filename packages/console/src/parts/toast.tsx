import { Toast as Base } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { asApiError } from '../api/api-error.ts';
import { buttonClass } from './button.tsx';

const manager = Base.createToastManager();

/** Milliseconds that a toast stays. */
const TOAST_MS = 8_000;

/** Milliseconds within which the same words are about the same act. */
const SAME_ACT_MS = 1_000;

/** The toast that was shown last. An act that is said to be done and can be taken back has one toast. */
let last = { title: '', id: '', at: Number.NEGATIVE_INFINITY };

type Extras = Pick<Parameters<typeof manager.add>[0], 'description' | 'actionProps'>;

function show(title: string, extras: Extras): string {
  if (last.title === title && performance.now() - last.at < SAME_ACT_MS) {
    manager.update(last.id, extras);
    return last.id;
  }
  last = { title, id: manager.add({ title, timeout: TOAST_MS, type: 'good', ...extras }), at: performance.now() };
  return last.id;
}

/** Says in a toast that something is done. */
export function sayDone(title: string, description?: string): void {
  show(title, description ? { description } : {});
}

/** Says in a toast that something is done, with a button that takes it back. Returns the function that closes the toast. */
export function offerUndo(title: string, onUndo: () => void): () => void {
  const close = () => manager.close(id);
  const id = show(title, {
    actionProps: {
      children: 'Undo',
      onClick: () => {
        close();
        onUndo();
      },
    },
  });
  return close;
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
      <Base.Action className={buttonClass(undefined, true)} />
      <Base.Close className={buttonClass('plain icon', true)} aria-label="Dismiss">
        <X size={16} aria-hidden="true" />
      </Base.Close>
    </Base.Root>
  ));
}
