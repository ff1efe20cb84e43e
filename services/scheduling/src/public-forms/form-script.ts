import { readFileSync } from 'node:fs';
import { holds } from '@space/contracts/scheduling';

/**
 * The script of the page of a form: the condition check of the server, and the code that shows and hides fields by it, shows one
 * part after another and lets choices be ranked by dragging.
 */
export const FORM_SCRIPT = `${holds.toString()}\n${readFileSync(new URL('./form-script.js', import.meta.url), 'utf8')}`;
