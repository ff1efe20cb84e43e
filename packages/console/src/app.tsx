import { lazy, type ReactElement, Suspense, useEffect } from 'react';
import { Redirect, useLocation } from 'wouter';
import { Skeleton } from './parts/skeleton.tsx';
import { spacePath, splitSpacePath } from './routing/paths.ts';
import { NoSpaces, NotFound, NotMember } from './screens/not-found.tsx';
import { personScreen, spaceScreen } from './screens/screens.tsx';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { Frame } from './shell/frame.tsx';
import { remember, remembered } from './shell/memory.ts';
import { SpaceProvider, useSignedIn } from './shell/session.tsx';

const ClosedSpace = lazy(() => import('./screens/space/closed-space.tsx').then(({ ClosedSpace: screen }) => ({ default: screen })));

const LAST_SPACE = 'space';

/** Renders the screen of the address in the frame. */
export function App(): ReactElement {
  const { spaces } = useSignedIn();
  const [location] = useLocation();
  const split = splitSpacePath(location);
  const lastId = split?.space_id ?? remembered(LAST_SPACE);
  const space = spaces.find(({ id }) => id === lastId) ?? (split ? undefined : spaces[0]);
  useEffect(() => {
    if (space) remember(LAST_SPACE, space.id);
  }, [space]);
  const screen = screenOf(location, split?.rest, space?.id);
  return space ? (
    <SpaceProvider space={space}>
      <Frame>
        <Screen place={location}>{space.delete_at && split ? <ClosedSpace until={space.delete_at} /> : screen}</Screen>
      </Frame>
    </SpaceProvider>
  ) : (
    <Frame>
      <Screen place={location}>{spaces.length === 0 && !split && !personScreen(location) ? <NoSpaces /> : screen}</Screen>
    </Frame>
  );
}

/** Returns the screen of an address; one of a Space needs a Space that the person has. */
function screenOf(location: string, rest: string | undefined, space_id: string | undefined): ReactElement {
  if (rest === undefined) {
    if (location === '/' && space_id) return <Redirect to={spacePath(space_id)} replace />;
    return personScreen(location) ?? <NotFound />;
  }
  return space_id ? spaceScreen(rest) : <NotMember />;
}

/** Renders a screen that may still be loading; its key is its address, so that a new address is a new screen. */
const Screen = ({ place, children }: { readonly place: string; readonly children: ReactElement }): ReactElement => (
  <ErrorBoundary place={place}>
    <Suspense key={place} fallback={<Skeleton />}>
      {children}
    </Suspense>
  </ErrorBoundary>
);
