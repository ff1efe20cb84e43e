import { type DesignedScreens, lazyScreen } from '../../routing/designed-screens.ts';

/** The designed screens of whiteboards. */
export const whiteboardsScreens: DesignedScreens = {
  'whiteboards.list': lazyScreen(() => import('./whiteboards-screen.tsx').then(({ WhiteboardsScreen }) => WhiteboardsScreen)),
  'whiteboards.get': lazyScreen(() => import('./whiteboard-screen.tsx').then(({ WhiteboardScreen }) => WhiteboardScreen)),
  'whiteboard_versions.list': lazyScreen(() => import('./versions/versions-screen.tsx').then(({ VersionsScreen }) => VersionsScreen)),
  'whiteboard_versions.get': lazyScreen(() => import('./versions/version-screen.tsx').then(({ VersionScreen }) => VersionScreen)),
};
