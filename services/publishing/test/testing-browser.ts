import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where Debian and most others have it; SPACE_CHROMIUM says otherwise. */
const places = [process.env.SPACE_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A real Chromium, which must be on this machine. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = places.find((place) => place !== undefined && existsSync(place));
  if (!executablePath) throw new Error('There is no Chromium on this machine; install it, or say in SPACE_CHROMIUM where it is.');
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
}
