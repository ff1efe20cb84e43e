import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactElement, type ReactNode, use, useEffect } from 'react';
import { asApiError } from '../api/api-error.ts';
import { getPerson, type Membership, PERSON_KEY, type SignedIn } from '../api/person.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Timezone } from '../parts/time-ago.tsx';
import { applyTheme } from './theme.ts';

const Session = createContext<SignedIn | undefined>(undefined);
const CurrentSpace = createContext<Membership | undefined>(undefined);

/** Provides the signed-in person to the app. An answer 401 leads to the sign-in page (main.tsx). */
export function SessionProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const { data, error, refetch } = useQuery({ queryKey: PERSON_KEY, queryFn: getPerson, staleTime: 60_000 });
  const theme = data?.person.theme;
  useEffect(() => {
    if (theme) applyTheme(theme);
  }, [theme]);
  if (!data)
    return (
      <main className="content">
        <h1 className="hidden-text">Space</h1>
        {error && asApiError(error).status !== 401 ? <ProblemNotice error={error} onRetry={refetch} /> : <Skeleton />}
      </main>
    );
  return (
    <Session value={data}>
      <Timezone value={data.person.timezone ?? undefined}>{children}</Timezone>
    </Session>
  );
}

/** Provides the Space of the address to its screens. */
export const SpaceProvider = ({ space, children }: { readonly space: Membership; readonly children: ReactNode }): ReactElement => (
  <CurrentSpace value={space}>{children}</CurrentSpace>
);

/** Returns the signed-in person, their session and their Spaces. */
export function useSignedIn(): SignedIn {
  const session = use(Session);
  if (!session) throw new Error('There is no session above this part.');
  return session;
}

/** Returns the Space of the address; undefined outside of Spaces. */
export const useSpaceIfAny = (): Membership | undefined => use(CurrentSpace);

/** Returns the Space of the address. */
export function useSpace(): Membership {
  const space = use(CurrentSpace);
  if (!space) throw new Error('There is no Space above this part.');
  return space;
}
