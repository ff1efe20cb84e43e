import { expect, test } from '@jest/globals';
import * as Y from 'yjs';
import { isWithoutContent } from './own-undo.ts';

/** Returns a document with an undo of the changes that have an origin. */
function withUndo() {
  const doc = new Y.Doc();
  const fragment = doc.getXmlFragment('content');
  const undo = new Y.UndoManager(fragment, { trackedOrigins: new Set(['own']), deleteFilter: isWithoutContent, captureTimeout: 0 });
  const insert = (parent: Y.XmlFragment, name: string, text: string, origin: string): Y.XmlElement => {
    const element = new Y.XmlElement(name);
    doc.transact(() => {
      element.insert(0, [new Y.XmlText(text)]);
      parent.insert(parent.length, [element]);
    }, origin);
    return element;
  };
  return { doc, fragment, undo, insert };
}

test('undo takes the own words away, and leaves the words of others with the block around them', () => {
  const { doc, fragment, undo, insert } = withUndo();
  const heading = insert(fragment, 'heading', 'Plan', 'own');
  doc.transact(() => (heading.get(0) as Y.XmlText).insert(4, ' for May'), 'other');
  undo.undo();
  expect(fragment.toJSON()).toBe('<heading> for May</heading>');
});

test('undo takes a block away in which no one else wrote, and details stay whole while they have content of others', () => {
  const { doc, fragment, undo, insert } = withUndo();
  insert(fragment, 'paragraph', 'Mine', 'own');
  undo.undo();
  expect(fragment.length).toBe(0);
  const details = new Y.XmlElement('details');
  const content = new Y.XmlElement('detailsContent');
  doc.transact(() => {
    details.insert(0, [new Y.XmlElement('detailsSummary'), content]);
    fragment.insert(0, [details]);
  }, 'own');
  insert(content, 'paragraph', 'Theirs', 'other');
  undo.undo();
  expect(fragment.toJSON()).toBe(
    '<details><detailssummary></detailssummary><detailscontent><paragraph>Theirs</paragraph></detailscontent></details>',
  );
});
