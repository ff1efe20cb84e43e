import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Arguments } from './send.ts';
import { call } from './space-client.ts';

/** A thing as it was read, with the ETag that a change of it is based on. */
export interface Thing<Value> {
  readonly value: Value;
  readonly etag: string | undefined;
}

/** Returns the query of one thing by the names of its contract and its read. */
export const thingQuery = <Value>(space_id: string, contract: string, name: string, args: Arguments) => ({
  queryKey: ['space', space_id, contract, name, 'thing', args] as const,
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<Thing<Value>> => {
    let etag: string | undefined;
    const onResponse = ({ headers }: Response) => {
      etag = headers.get('etag') ?? undefined;
    };
    const value = (await call(space_id, contract, name, args, { signal, onResponse })) as Value;
    return { value, etag };
  },
});

/** Reads one thing with its ETag. */
export const useThing = <Value>(space_id: string, contract: string, name: string, args: Arguments): UseQueryResult<Thing<Value>> =>
  useQuery(thingQuery<Value>(space_id, contract, name, args));
