import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Arguments } from '../../api/send.ts';
import type { Shape } from '../../api/shape.ts';
import { type Thing, thingQuery } from '../../api/use-thing.ts';
import type { MatchedRead } from '../../routing/match-route.ts';
import { useSpace } from '../../shell/session.tsx';
import type { Entry } from './entry.ts';

/** Reads a thing with its ETag when its shape is known. */
export function useRecord(read: MatchedRead, shape: Shape | undefined, args: Arguments): UseQueryResult<Thing<Entry>> {
  const space = useSpace();
  return useQuery({ ...thingQuery<Entry>(space.id, read.contract, read.name, args), enabled: shape !== undefined });
}
