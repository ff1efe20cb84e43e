import { type DesignedScreens, lazyScreen } from '../designed-screens.ts';

/** The designed screens of tables. */
export const tablesScreens: DesignedScreens = {
  'tables.list': lazyScreen(() => import('./tables-screen.tsx').then(({ TablesScreen }) => TablesScreen)),
};
