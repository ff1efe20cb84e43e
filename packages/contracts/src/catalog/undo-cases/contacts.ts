import type { UndoCases } from './undo-case.ts';

const id = 'x_1';
const revert = { tool: 'revert_contacts', arguments: { change_id: 'chg_1' } };
const upserted = { contacts: [{ email: 'ada@example.com' }] };
const tags = { id, tags: ['vip', 'new'] };

/** The undo of changes of contacts, tags and audiences. */
export const contactUndoCases: UndoCases = {
  cases: [
    [
      'untag_contact',
      'restores the removed tags',
      tags,
      { removed_tags: ['vip'] },
      { tool: 'tag_contact', arguments: { id, tags: ['vip'] } },
    ],
    ['untag_contact', 'has no undo when no tag was removed', tags, { removed_tags: [] }, null],
    ['tag_contact', 'removes the added tags', tags, { added_tags: ['new'] }, { tool: 'untag_contact', arguments: { id, tags: ['new'] } }],
    ['tag_contact', 'has no undo when no tag was added', tags, { added_tags: [] }, null],
    [
      'create_contact',
      'deletes the contact',
      { name: 'Ada', email: 'ada@example.com' },
      { id },
      { tool: 'delete_contact', arguments: { id } },
    ],
    [
      'update_contact',
      'restores the changed fields',
      { id, phone: '1', name: 'Ada' },
      { before: { phone: null } },
      { tool: 'update_contact', arguments: { id, phone: null } },
    ],
    ['update_contact', 'has no undo when it changed nothing', { id }, { before: {} }, null],
    ['upsert_contacts', 'reverts the change', upserted, { change_id: 'chg_1' }, revert],
    ['upsert_contacts', 'has no undo when it changed nothing', upserted, { change_id: null }, null],
    ['import_contacts', 'reverts the change', { csv: 'email' }, { change_id: 'chg_1' }, revert],
    ['import_contacts', 'has no undo when it changed nothing', { csv: 'email' }, { change_id: null }, null],
    ['revert_contacts', 'reverts the revert', { change_id: 'chg_2' }, { change_id: 'chg_1' }, revert],
    ['revert_contacts', 'has no undo when it changed nothing', { change_id: 'chg_2' }, { deleted: 0, change_id: null }, null],
    ['delete_contacts', 'restores the contacts', { tags: ['trial'] }, { deleted: 2, change_id: 'chg_1' }, revert],
    ['delete_contacts', 'has no undo when it erased', { tags: ['trial'], erase: true }, { deleted: 2, change_id: null }, null],
    ['tag_contacts', 'restores the former tags', { tags: ['trial'], add_tags: ['vip'] }, { updated: 2, change_id: 'chg_1' }, revert],
    ['tag_contacts', 'has no undo when no tag changed', { tags: ['trial'], remove_tags: ['vip'] }, { updated: 0, change_id: null }, null],
    ['delete_contact', 'restores the contact', { id }, { id, deleted: true, change_id: 'chg_1' }, revert],
    ['delete_contact', 'has no undo when it erased', { id, erase: true }, { id, deleted: true, change_id: null }, null],
    ['create_tag', 'deletes the tag', { name: 'vip' }, { id }, { tool: 'delete_tag', arguments: { id } }],
    [
      'rename_tag',
      'restores the name',
      { id, name: 'client' },
      { name: 'client', previous_name: 'customer' },
      { tool: 'rename_tag', arguments: { id, name: 'customer' } },
    ],
    ['rename_tag', 'has no undo for the same name', { id, name: 'vip' }, { name: 'vip', previous_name: 'vip' }, null],
    ['delete_tag', 'restores the tag', { id }, { id, contact_count: 2, restorable: true }, { tool: 'restore_tag', arguments: { id } }],
    ['delete_tag', 'has no undo for a tag of too many contacts', { id }, { id, contact_count: 200_000, restorable: false }, null],
    ['restore_tag', 'deletes the tag', { id }, { id }, { tool: 'delete_tag', arguments: { id } }],
    ['create_audience', 'deletes the audience', { name: 'All', contact_ids: [] }, { id }, { tool: 'delete_audience', arguments: { id } }],
    [
      'update_audience',
      'restores the members',
      { id, condition: { tag: 'vip' } },
      { before: { contact_ids: ['con_1'] } },
      { tool: 'update_audience', arguments: { id, contact_ids: ['con_1'] } },
    ],
    ['update_audience', 'has no undo when it changed nothing', { id }, { before: {} }, null],
  ],
  missing: [],
};
