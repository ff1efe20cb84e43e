const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg\//, 'Edge'],
  [/\bFirefox\//, 'Firefox'],
  [/\bChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameOf = (names: readonly (readonly [RegExp, string])[], text: string) => names.find(([pattern]) => pattern.test(text))?.[1];

/** Returns a short name for the `User-Agent` of a browser, such as "Firefox on Linux". */
export function browserName(user_agent: string): string {
  if (user_agent === '') return 'Unknown browser';
  const browser = nameOf(browsers, user_agent) ?? 'A browser';
  const system = nameOf(systems, user_agent);
  return system ? `${browser} on ${system}` : browser;
}
