import type { Handlers } from '@space/bus';
import { invalidFields, Problem } from '@space/contracts/core';
import { DOCUMENT_CHANGE_DAYS, type DocumentEdit, type documents } from '@space/contracts/documents';
import type { Edit } from '@space/rich-text';
import { loadState, versionGone } from '../../contents/storage/load-state.ts';
import type { GivenText } from '../references/assert-references.ts';
import type { DocumentRow } from '../rows/document-row.ts';
import { changeContent } from './change-content.ts';
import type { DocumentPorts } from './document-ports.ts';

/** Creates the handlers that edit the content of a document and take changes back. */
export function editHandlers(from: DocumentPorts): Pick<Handlers<typeof documents>, 'edit' | 'revert'> {
  const { ports, texts } = from;
  const stateAt = (space: string, id: string, version: number) => loadState(ports.database, texts, space, id, version);

  return {
    edit(call) {
      const { base_version, edits } = call.input;
      const space = call.caller.space_id;
      assertBaseGiven(edits, base_version);
      return changeContent(from, call, {
        base_version,
        given: textsOf(edits),
        async apply(state, document) {
          assertVersionIsPast(document, base_version, 'base_version');
          const needsBase = edits.some(({ op }) => op === 'replace_all');
          const base = needsBase ? await stateAt(space, document.id, base_version!) : undefined;
          if (base === null) throw baseGone(base_version!);
          return texts.run(space, 'apply_edits', { state, edits: edits as readonly Edit[], ...(base && { base }) }, 'edits');
        },
      });
    },

    revert(call) {
      const { version, only } = call.input;
      const space = call.caller.space_id;
      return changeContent(from, call, {
        given: null,
        async apply(state, document) {
          assertVersionIsPast(document, version, 'version');
          const then = await stateAt(space, document.id, version);
          if (then === null) throw versionGone(version);
          if (only === 'all') return texts.run(space, 'revert_change', { state, change: { before: then, after: state } });
          if (version === 1)
            throw invalidFields([
              { path: 'version', code: 'invalid', message: 'is the creation of the document; delete the document instead' },
            ]);
          const before = await stateAt(space, document.id, version - 1);
          if (before === null) throw versionGone(version - 1);
          return texts.run(space, 'revert_change', { state, change: { before, after: then } });
        },
      });
    },
  };
}

/** Throws `invalid` for a whole text without the version that its writer has read. */
function assertBaseGiven(edits: readonly DocumentEdit[], base_version: number | undefined): void {
  if (base_version === undefined && edits.some(({ op }) => op === 'replace_all'))
    throw invalidFields([
      { path: 'base_version', code: 'required', message: 'is required for replace_all: the version that you have read' },
    ]);
}

function assertVersionIsPast({ content_version }: DocumentRow, version: number | undefined, path: string): void {
  if (version !== undefined && version > content_version)
    throw invalidFields([{ path, code: 'invalid', message: `must be a version of the document, which has ${content_version}` }]);
}

const baseGone = (version: number): Problem =>
  new Problem(
    'precondition_failed',
    `base_version ${version} is older than ${DOCUMENT_CHANGE_DAYS} days and no longer stored; read the document again and send the edits with its version.`,
  );

/** Returns the texts of edits, with their fields. */
const textsOf = (edits: readonly DocumentEdit[]): GivenText[] =>
  edits.flatMap((edit, at) => ('markdown' in edit ? [{ path: `edits.${at}.markdown`, text: edit.markdown }] : []));
