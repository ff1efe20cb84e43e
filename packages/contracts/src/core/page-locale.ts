import { z } from 'zod';

/** Languages that the labels of public pages are written in. */
export const pageLanguages = ['en', 'de', 'es', 'fr'] as const;

/** A language that the labels of public pages are written in. */
export type PageLanguage = (typeof pageLanguages)[number];

/** A language of public pages, with a region that decides how dates, times and numbers are written. */
export const pageLocale = z
  .string()
  .max(5)
  .regex(/^(?:en|de|es|fr)(?:-[A-Z]{2})?$/, 'must be en, de, es or fr, with a region if needed, like de-AT')
  .describe('Language of a public page: en, de, es or fr, with a region if needed, like de-AT');
