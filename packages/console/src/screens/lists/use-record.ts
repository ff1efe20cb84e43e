import { useQuery } from '@tanstack/react-query';
import type { Arguments } from '../../api/send.ts';
import type { Shape } from '../../api/shape.ts';
import { call } from '../../api/space-client.ts';
import type { MatchedRead } from '../../routing/match-route.ts';
import { useSpace } from '../../shell/session.tsx';
import type { Entry } from './entry.ts';

/** Reads a thing when its shape is known. */
export function useRecord(read: MatchedRead, shape: Shape | undefined, args: Arguments) {
  const space = useSpace();
  return useQuery({
    queryKey: ['space', space.id, read.contract, read.name, args],
    queryFn: ({ signal }) => call(space.id, read.contract, read.name, args, { signal }) as Promise<Entry>,
    enabled: shape !== undefined,
  });
}
