import { type ComponentType, lazy, type ReactElement, Suspense } from 'react';
import { Skeleton } from './skeleton.tsx';
import { whenIdle } from './when-idle.ts';

/**
 * Returns a component whose script is not part of the first screen. It is loaded when the browser is idle, so that it is there when it is
 * used, also without a connection.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): (props: Props) => ReactElement {
  const Part = lazy(async () => ({ default: await load() }));
  whenIdle(() => load().catch(() => undefined));
  return (props) => (
    <Suspense fallback={<Skeleton />}>
      <Part {...props} />
    </Suspense>
  );
}
