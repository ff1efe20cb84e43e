import { expect, test } from '@jest/globals';
import { endOfLog } from './log-end.ts';

const full = '2026-11-26 ERROR:  could not extend file: No space left on device';
const starting = ['LOG:  starting', 'LOG:  listening on 1', 'LOG:  listening on 2', 'LOG:  interrupted', 'LOG:  redo', 'LOG:  ready'];

test('the end of a log has its last lines, without statements', () => {
  expect(endOfLog(`a\n${full}\n2026-11-26 STATEMENT:  insert\n\tinto contact\n\tvalues (1)\n`)).toBe(`a\n${full}`);
  expect(endOfLog(starting.join('\n'))).toBe(starting.slice(1).join('\n'));
  expect(endOfLog('')).toBe('');
});

test('the end of a log begins with the last error if that is older', () => {
  expect(endOfLog([full, ...starting].join('\n'))).toBe([full, ...starting.slice(1)].join('\n'));
});
