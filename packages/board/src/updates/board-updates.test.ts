import { describe, expect, it } from '@jest/globals';
import { MAX_BOARD_ELEMENTS, MAX_FRAME_NESTING, type NewElement } from '@space/contracts/whiteboard-elements';
import { UpdateValidator } from '@space/crdt';
import fc from 'fast-check';
import * as Y from 'yjs';
import { boardOf, join, read, ref, refusalOf } from '../../test/fixtures/boards.ts';
import { changeElements } from '../changes/change-elements.ts';
import { createElements } from '../changes/create-elements.ts';
import { emptyBoard, loadBoard } from '../document/load-board.ts';
import { newElementId } from '../document/new-element-id.ts';
import { boardKind } from './board-kind.ts';

/** The whiteboard on which updates are tried: a sticky, a frame, a frame in it, a connector and a line. */
const base = boardOf(
  { type: 'sticky', ref: 'a', text: 'some text' },
  { type: 'frame', ref: 'f' },
  { type: 'frame', ref: 'g', frame_ref: 'f' },
  { type: 'connector', from: ref('a'), to: { x: 0, y: 0 } },
  {
    type: 'line',
    points: [
      [0, 0],
      [5, 5],
    ],
  },
);
const [sticky, frame, inner, connector, line] = base.elements.map(({ id }) => id) as [string, string, string, string, string];

/** Returns the updates that a client makes on a copy of a state. */
function write(state: Uint8Array, change: (elements: Y.Map<unknown>, doc: Y.Doc) => void): Uint8Array[] {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => updates.push(update));
  doc.transact(() => change(doc.getMap('elements'), doc));
  return updates;
}

const validatorOf = (state: Uint8Array = base.state) => new UpdateValidator(boardKind, state);
const mapOf = (elements: Y.Map<unknown>, id: string) => elements.get(id) as Y.Map<unknown>;
const textOf = (elements: Y.Map<unknown>) => mapOf(elements, sticky).get('text') as Y.Text;

/** Returns the map of a new sticky with other values for some of its fields. */
function newMap(fields: Record<string, unknown> = {}): Y.Map<unknown> {
  return new Y.Map(
    Object.entries({ type: 'sticky', text: new Y.Text('new'), x: 1, y: 2, index: 'V', ...fields }).filter(
      ([, value]) => value !== undefined,
    ),
  );
}

describe('the check of updates of a whiteboard', () => {
  it('accepts what an editor writes, and answers false for the same update again', () => {
    const validator = validatorOf();
    const updates = [
      ...write(base.state, (elements) => elements.set(newElementId(), newMap({ 'style.fill_color': null, group_id: 'g_1' }))),
      ...write(base.state, (elements) => textOf(elements).insert(4, ' 😀 more')),
      ...write(base.state, (elements) => mapOf(elements, sticky).set('x', 5.5)),
      ...write(base.state, (elements) => mapOf(elements, sticky).set('frame_id', inner)),
      ...write(base.state, (elements) => elements.delete(line)),
    ];
    expect(updates.map((update) => validator.accept(update))).toEqual([true, true, true, true, true]);
    expect(updates.map((update) => validator.accept(update))).toEqual([false, false, false, false, false]);
    expect(read(validator.encode())).toHaveLength(5);
  });

  const points = Array.from({ length: 101 }, (_, n) => [n, n]);
  const invalid: [name: string, change: (elements: Y.Map<unknown>, doc: Y.Doc) => void, message: string][] = [
    ['another root', (_, doc) => doc.getMap('other').set('key', 1), 'outside of the whiteboard'],
    ['a list in the root', (_, doc) => doc.getArray('more').insert(0, [1]), 'outside of the whiteboard'],
    ['an element whose id is another word', (elements) => elements.set('sticky', newMap()), 'id is not that of an element'],
    ['a value in the place of an element', (elements) => elements.set(newElementId(), { type: 'sticky' }), 'place of an element'],
    ['a text in the place of an element', (elements) => elements.set(newElementId(), new Y.Text('x')), 'place of an element'],
    ['a list in an element', (elements) => mapOf(elements, sticky).set('points', new Y.Array()), 'no element'],
    ['a map in an element', (elements) => mapOf(elements, sticky).set('x', new Y.Map()), 'not one value'],
    ['an element of an unknown type', (elements) => elements.set(newElementId(), newMap({ type: 'chart' })), 'unknown type'],
    ['an element without a type', (elements) => elements.set(newElementId(), newMap({ type: undefined })), 'unknown type'],
    ['an element without a text', (elements) => elements.set(newElementId(), newMap({ text: undefined })), 'without a text'],
    ['a text as a value', (elements) => mapOf(elements, sticky).set('text', 'words'), 'text of another type'],
    ['another type of an element', (elements) => mapOf(elements, sticky).set('type', 'frame'), 'changes the type'],
    ['an element whose type is taken out', (elements) => mapOf(elements, sticky).delete('type'), 'unknown type'],
    ['an element whose text is taken out', (elements) => mapOf(elements, sticky).delete('text'), 'without a text'],
    ['a line whose points are taken out', (elements) => mapOf(elements, line).delete('points'), '`points`'],
    ['a line without points', (elements) => elements.set(newElementId(), newMap({ type: 'line' })), '`points`'],
    ['an unknown field', (elements) => mapOf(elements, sticky).set('onclick', 'x'), '`onclick`'],
    ['a field of another type of elements', (elements) => mapOf(elements, sticky).set('route', 'elbow'), '`route`'],
    ['NaN', (elements) => mapOf(elements, sticky).set('x', Number.NaN), '`x`'],
    ['an infinite number', (elements) => mapOf(elements, sticky).set('width', Number.POSITIVE_INFINITY), '`width`'],
    ['a large integer', (elements) => mapOf(elements, sticky).set('y', 5n), '`y`'],
    ['a colour with a script', (elements) => mapOf(elements, sticky).set('style.fill_color', 'url(javascript:1)'), '`style.fill_color`'],
    ['a link to a script', (elements) => mapOf(elements, sticky).set('link', 'javascript:alert(1)'), '`link`'],
    ['an end with a field too many', (elements) => mapOf(elements, connector).set('to', { x: 0, y: 0, z: 0 }), '`to`'],
    ['an end with U+0000', (elements) => mapOf(elements, connector).set('to', { element_id: 'elm_\u0000', side: 'auto' }), '`to`'],
    ['too many points of a line', (elements) => mapOf(elements, line).set('points', points), '`points`'],
    [
      'a point of three numbers',
      (elements) =>
        mapOf(elements, line).set('points', [
          [0, 0],
          [1, 1, 1],
        ]),
      '`points`',
    ],
    ['a place with a 0 at its end', (elements) => mapOf(elements, sticky).set('index', 'V0'), '`index`'],
    ['a format in a text', (elements) => textOf(elements).format(0, 2, { bold: true }), 'no element'],
    ['an object in a text', (elements) => textOf(elements).insertEmbed(0, { image: 'x' }), 'no element'],
    ['an attribute of a text', (elements) => textOf(elements).setAttribute('a', 'x'), 'format or an object'],
    ['a text of XML', (elements) => mapOf(elements, sticky).set('text', new Y.XmlText('x')), 'no element'],
    ['a document', (elements) => elements.set(newElementId(), new Y.Doc()), 'no element'],
    ['U+0000 in a text', (elements) => textOf(elements).insert(0, '\u0000'), 'U+0000'],
    ['U+0000 in the text of a new element', (elements) => elements.set(newElementId(), newMap({ text: new Y.Text('a\u0000') })), 'U+0000'],
    ['a text that is too long', (elements) => textOf(elements).insert(0, 'x'.repeat(10_000)), '10000 characters'],
    ['a frame in itself', (elements) => mapOf(elements, frame).set('frame_id', frame), 'into itself'],
    ['a frame in a frame that is in it', (elements) => mapOf(elements, frame).set('frame_id', inner), 'into itself'],
    ['new frames in each other', (elements) => putRound(elements), 'into itself'],
    ['frames that are nested too deeply', (elements) => nest(elements, MAX_FRAME_NESTING + 1), 'levels'],
  ];

  it.each(invalid)('refuses %s and leaves no trace', (_name, change, message) => {
    const validator = validatorOf();
    const refusal = refusalOf(() => write(base.state, change).map((update) => validator.accept(update)));
    expect(refusal).toMatchObject({
      code: expect.stringMatching(/^(?:invalid_update|conflict)$/),
      message: expect.stringContaining(message),
    });
    expect(read(validator.encode())).toEqual(read(base.state));
    expect(validator.accept(changeElements(base.state, [{ element_id: sticky, text: 'still works' }]).update!)).toBe(true);
  });

  it('refuses an end whose fields come from a prototype', () => {
    const [update] = write(base.state, (elements) => mapOf(elements, connector).set('to', { qqproto__: { x: 1, y: 1 } }));
    const hostile = Buffer.from(Buffer.from(update!).toString('latin1').replace('qqproto__', '__proto__'), 'latin1');
    expect(refusalOf(() => validatorOf().accept(new Uint8Array(hostile)))).toMatchObject({ message: expect.stringContaining('`to`') });
  });

  it('refuses an update whose predecessor never came', () => {
    const doc = loadBoard(base.state);
    const updates: Uint8Array[] = [];
    doc.on('update', (update: Uint8Array) => updates.push(update));
    textOf(doc.getMap('elements')).insert(0, 'a');
    textOf(doc.getMap('elements')).insert(1, 'b');
    expect(refusalOf(() => validatorOf().accept(updates[1]!))).toMatchObject({
      code: 'invalid_update',
      message: expect.stringContaining('needs another one'),
    });
  });

  it('counts the elements of all updates, also of stored ones, and refuses those above the limit', () => {
    const { state } = boardOf(...Array.from({ length: MAX_BOARD_ELEMENTS - 2 }, (): NewElement => ({ type: 'sticky' })));
    const validator = validatorOf(state);
    const add = () => write(emptyBoard(), (elements) => elements.set(newElementId(), newMap()))[0]!;
    validator.follow(add());
    expect(validator.accept(add())).toBe(true);
    expect(refusalOf(() => validator.accept(add())).code).toBe('too_large');
    const [removal] = write(state, (elements) => elements.delete([...elements.keys()][0]!));
    expect(validator.accept(removal!)).toBe(true);
    expect(validator.accept(add())).toBe(true);
  });

  it('lets an element change that another writer left without its frame', () => {
    const gone = join(base.state, write(base.state, (elements) => elements.delete(frame))[0]!);
    const validator = validatorOf(gone);
    expect(validator.accept(write(gone, (elements) => mapOf(elements, inner).set('x', 7))[0]!)).toBe(true);
    expect(validator.accept(createElements(gone, [{ type: 'sticky', frame_id: inner }]).update!)).toBe(true);
  });

  it('lets no broken update into the whiteboard, and every update that it takes leaves a valid one', () => {
    const valid = write(base.state, (elements) => {
      elements.set(newElementId(), newMap({ link: 'https://example.org', 'style.opacity': 0.5 }));
      textOf(elements).insert(3, 'hello world');
      mapOf(elements, connector).set('to', { element_id: sticky, side: 'top' });
      mapOf(elements, inner).set('frame_id', null);
      elements.delete(line);
    });
    const validator = validatorOf();
    const outcomes = { accepted: 0, refused: 0 };
    const hostile = fc.record({
      source: fc.constantFrom(...valid, base.state),
      flips: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 6 }),
      cut: fc.option(fc.nat()),
    });
    fc.assert(
      fc.property(hostile, ({ source, flips, cut }) => {
        const update = source.slice(0, cut === null ? source.length : cut % source.length);
        for (const [place, value] of flips) if (update.length > 0) update[place % update.length] = value;
        const { code } = refusalOf(() => validator.accept(update));
        outcomes[code === 'done' ? 'accepted' : 'refused'] += 1;
        expect(loadBoard(validator.encode()).store.pendingStructs).toBeNull();
        // A state that is valid as a whole is accepted by a validator of an empty whiteboard.
        if (code === 'done') expect(refusalOf(() => validatorOf(emptyBoard()).accept(validator.encode())).code).toBe('done');
      }),
      { numRuns: 1_000 },
    );
    expect(outcomes.refused).toBeGreaterThan(500);
  });
});

/** Adds two frames that are in each other. */
function putRound(elements: Y.Map<unknown>): void {
  const [a, b] = [newElementId(), newElementId()];
  elements.set(a, newMap({ type: 'frame', frame_id: b }));
  elements.set(b, newMap({ type: 'frame', frame_id: a }));
}

/** Adds frames in each other, the inner ones first. */
function nest(elements: Y.Map<unknown>, levels: number): void {
  const ids = Array.from({ length: levels }, newElementId);
  for (const [at, id] of ids.entries()) elements.set(id, newMap({ type: 'frame', frame_id: ids[at + 1] ?? null }));
}
