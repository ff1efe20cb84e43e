/* Preferences of this browser. Nothing secret and nothing of a Space's content is stored. */

const PREFIX = 'console.';

/** Returns a preference of this browser, or undefined. */
export function remembered(name: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a preference in this browser; a browser that forbids it forgets it. */
export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // A browser without storage works; it only forgets.
  }
}
