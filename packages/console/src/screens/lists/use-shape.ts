import { useQuery } from '@tanstack/react-query';
import { loadShape, type Shape } from '../../api/shape.ts';

const NO_SHAPE: Shape = { params: [], fields: [] };

/** Returns the shape of a read; undefined while it is being loaded. */
export function useShape(contract: string, name: string): Shape | undefined {
  const { data } = useQuery({
    queryKey: ['shape', contract, name],
    queryFn: async () => (await loadShape(contract, name)) ?? NO_SHAPE,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
