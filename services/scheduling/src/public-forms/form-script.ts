import { readFileSync } from 'node:fs';
import { holds } from '../answers/condition.ts';

/** The script of the page of a form: the server's own judge of conditions, and what shows and hides fields by it. */
export const FORM_SCRIPT = `${holds.toString()}\n${readFileSync(new URL('../form-page/page-script.js', import.meta.url), 'utf8')}`;
