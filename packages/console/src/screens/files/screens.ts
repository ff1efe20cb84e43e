import { type DesignedScreens, lazyScreen } from '../../routing/designed-screens.ts';

/** The designed screens of files and folders. */
export const filesScreens: DesignedScreens = {
  'assets.list': lazyScreen(() => import('./files-screen.tsx').then(({ FilesScreen }) => FilesScreen)),
  'assets.get': lazyScreen(() => import('./asset-screen.tsx').then(({ AssetScreen }) => AssetScreen)),
  'folders.get': lazyScreen(() => import('./files-screen.tsx').then(({ FilesScreen }) => FilesScreen)),
};
