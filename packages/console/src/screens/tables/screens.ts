import { type DesignedScreens, lazyScreen } from '../designed-screens.ts';

const tableScreen = lazyScreen(() => import('./table-screen.tsx').then(({ TableScreen }) => TableScreen));

/** The designed screens of tables. */
export const tablesScreens: DesignedScreens = { 'tables.get': tableScreen, 'views.get': tableScreen };
