import { type DesignedScreens, lazyScreen } from '../../routing/designed-screens.ts';

/** The designed screens of documents. */
export const documentsScreens: DesignedScreens = {
  'documents.list': lazyScreen(() => import('./documents-screen.tsx').then(({ DocumentsScreen }) => DocumentsScreen)),
  'documents.search': lazyScreen(() => import('./search-screen.tsx').then(({ SearchScreen }) => SearchScreen)),
  'documents.get': lazyScreen(() => import('./document-screen.tsx').then(({ DocumentScreen }) => DocumentScreen)),
  'document_versions.list': lazyScreen(() => import('./versions/versions-screen.tsx').then(({ VersionsScreen }) => VersionsScreen)),
  'document_versions.get': lazyScreen(() => import('./versions/version-screen.tsx').then(({ VersionScreen }) => VersionScreen)),
};
