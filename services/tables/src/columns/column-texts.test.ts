import { describe, expect, test } from '@jest/globals';
import { readColumnTexts } from './column-texts.ts';

describe('the settings of a column over MCP', () => {
  test('have the numbers, truth values and lists that texts write, and a sentence for each', () => {
    const understood: string[] = [];
    const call = { is_lenient: true, understood };
    const number = { field_config: { precision: '2', min: ' -1', unique: 'true' }, default_value: '7' };
    const read = readColumnTexts(call, 'number', number, 'columns.0.');
    expect(read).toEqual({ field_config: { precision: 2, min: -1, unique: true }, default_value: 7 });
    expect(readColumnTexts(call, 'number', number, 'columns.0.')).toEqual(read);
    expect(understood).toEqual([
      'columns.0.field_config.precision: the text was read as a number',
      'columns.0.field_config.min: the text was read as a number',
      'columns.0.field_config.unique: the text was read as true or false',
      'columns.0.default_value: the text was read as a number',
    ]);
    expect(number.field_config.precision).toBe('2');
    expect(readColumnTexts(call, 'checkbox', { default_value: 'true' })).toEqual({ default_value: true });
    expect(readColumnTexts(call, 'multi_select', { default_value: 'vip' })).toEqual({ default_value: ['vip'] });
  });

  test('stay texts where a text is allowed or writes no such value', () => {
    const understood: string[] = [];
    const call = { is_lenient: true, understood };
    const text = { field_config: { pattern: '12', max_length: 'many', unknown: '1' }, default_value: '12' };
    expect(readColumnTexts(call, 'text', text)).toEqual(text);
    expect(readColumnTexts(call, 'number', { default_value: '1,5' })).toEqual({ default_value: '1,5' });
    expect(understood).toEqual([]);
  });

  test('stay as they are over REST', () => {
    const given = { field_config: { precision: '2' }, default_value: '7' };
    expect(readColumnTexts({ is_lenient: false, understood: [] }, 'number', given)).toBe(given);
  });
});
