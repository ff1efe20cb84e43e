import { Code } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import type { Arguments } from '../api/send.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Skeleton } from './skeleton.tsx';

const SameCallTabs = lazy(() => import('./same-call-tabs.tsx').then(({ SameCallTabs: part }) => ({ default: part })));

/** Props of the button that shows the same call outside of the console. */
export interface SameCallProps {
  readonly contract: string;
  readonly name: string;
  readonly args?: Arguments;
}

/** Renders a button that shows what it does here as curl, as TypeScript and as an MCP tool. */
export function SameCall(props: SameCallProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="plain" onClick={() => setOpen(true)}>
        <Code size={16} aria-hidden="true" />
        The same call
      </Button>
      <Dialog title="The same call" open={isOpen} onClose={() => setOpen(false)}>
        <Suspense fallback={<Skeleton />}>
          <SameCallTabs {...props} />
        </Suspense>
      </Dialog>
    </>
  );
}
