import { type DesignedScreens, lazyScreen } from '../../routing/designed-screens.ts';

const tableScreen = lazyScreen(() => import('./table-screen.tsx').then(({ TableScreen }) => TableScreen));

/** The designed screens of tables. */
export const tablesScreens: DesignedScreens = {
  'tables.list': lazyScreen(() => import('./tables-screen.tsx').then(({ TablesScreen }) => TablesScreen)),
  'tables.get': tableScreen,
  'views.get': tableScreen,
};
