import { type DesignedScreens, lazyScreen } from '../../routing/designed-screens.ts';

/** The designed screens of contacts and audiences. */
export const contactsScreens: DesignedScreens = {
  'contacts.list': lazyScreen(() => import('./contacts-screen.tsx').then(({ ContactsScreen }) => ContactsScreen)),
  'contacts.get': lazyScreen(() => import('./contact-screen.tsx').then(({ ContactScreen }) => ContactScreen)),
  'contacts.duplicates': lazyScreen(() => import('./duplicates-screen.tsx').then(({ DuplicatesScreen }) => DuplicatesScreen)),
  'audiences.list': lazyScreen(() => import('./audiences-screen.tsx').then(({ AudiencesScreen }) => AudiencesScreen)),
  'audiences.get': lazyScreen(() => import('./audience-screen.tsx').then(({ AudienceScreen }) => AudienceScreen)),
};
