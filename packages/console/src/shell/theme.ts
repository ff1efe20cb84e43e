import type { ThemeName } from '../api/person.ts';
import { remember, remembered } from './memory.ts';

const KEY = 'theme';

/** Shows the console in the colours of a theme, and remembers it for the next start of this browser. */
export function applyTheme(theme: ThemeName): void {
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  remember(KEY, theme);
}

/** Shows the theme of the last visit, until the person is known. */
export function applyRememberedTheme(): void {
  const theme = remembered(KEY);
  if (theme === 'light' || theme === 'dark') applyTheme(theme);
}
