import { useQuery } from '@tanstack/react-query';
import { useSpace } from '../../shell/session.tsx';
import { listenersList } from './listener.ts';

/** Returns a function that gives the name of a listener; its id until the names are read. */
export function useListenerNames(): (id: string) => string {
  const { data } = useQuery(listenersList(useSpace().id));
  return (id) => data?.data.find((one) => one.id === id)?.name ?? id;
}
