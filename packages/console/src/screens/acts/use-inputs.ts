import { useQuery } from '@tanstack/react-query';
import { type ContractInputs, loadInputs } from '../../api/operation-input.ts';

/** Returns the inputs of contracts by contract; undefined while they are being loaded. */
export function useInputs(contracts: readonly string[]): Readonly<Record<string, ContractInputs>> | undefined {
  const names = [...new Set(contracts)].toSorted();
  const { data } = useQuery({
    queryKey: ['inputs', ...names],
    queryFn: async () => Object.fromEntries(await Promise.all(names.map(async (name) => [name, await loadInputs(name)] as const))),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
