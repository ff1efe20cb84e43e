import type { ReactElement } from 'react';
import { type Thing, useThing } from '../../api/use-thing.ts';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { Crumbs } from './crumbs.tsx';

/** Props of the screen of a thing that was read; `error` is that of a later read. */
export interface LoadedProps<Value> {
  readonly thing: Thing<Value>;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Props of a thing: how it is read, its name until then, the list that has it, and its screen. */
export interface LoadedThingProps<Value> {
  readonly contract: string;
  readonly id: string;
  readonly noun: string;
  readonly list: readonly [path: string, label: string];
  readonly children: (loaded: LoadedProps<Value>) => ReactElement;
}

/** Reads a thing and renders its screen. Until then, and when it cannot be read, the heading is the name of its kind. */
export function LoadedThing<Value>({ contract, id, noun, list, children }: LoadedThingProps<Value>): ReactElement {
  const space = useSpace();
  const { data: thing, error, refetch } = useThing<Value>(space.id, contract, 'get', { id });
  if (thing) return children({ thing, error, onRetry: refetch });
  return (
    <>
      <Crumbs path={list[0]} label={list[1]} />
      {error ? <PageHead title={noun} /> : <h1 className="hidden-text">{noun}</h1>}
      {error ? <ProblemNotice error={error} onRetry={refetch} /> : <Skeleton />}
    </>
  );
}
