import { extendJson, type Handlers } from '@space/bus';
import { invalidFields, Problem, unresolvedReferences } from '@space/contracts/core';
import { type documents, MAX_DOCUMENT_TITLE, MAX_IMPORT_BYTES, MAX_WORD_BYTES } from '@space/contracts/documents';
import { replayIfStored } from '@space/event-log';
import { extensionOf } from '@space/file-kinds';
import type { RichNode } from '@space/rich-text';
import { html } from '@space/web';
import { loadPresent } from '../../contents/storage/load-state.ts';
import { fileNameOf } from '../../objects/file-name-of.ts';
import { assertMayReadAssets, readObject } from '../../objects/read-object.ts';
import { findAssetRows } from '../../rows/asset-rows.queries.ts';
import { findDocument } from '../rows/find-document.ts';
import { storeDocument } from './create-document.ts';
import type { DocumentPorts } from './document-ports.ts';
import { presentText } from './present-text.ts';
import { readWordFile } from './word-file.ts';

/** The forms of files that become documents, by the ending of their name. */
const forms: Readonly<Record<string, 'markdown' | 'html' | 'word'>> = {
  md: 'markdown',
  markdown: 'markdown',
  txt: 'markdown',
  html: 'html',
  htm: 'html',
  docx: 'word',
};

/** Creates the handlers that read a document from a file, and write it to one. */
export function fileHandlers(from: DocumentPorts): Pick<Handlers<typeof documents>, 'export' | 'import'> {
  const { ports, texts } = from;
  return {
    async export({ input: { id, format }, caller: { space_id: space } }) {
      const document = await findDocument(ports.database, space, id);
      const name = fileNameOf(document.title, 'document');
      if (format === 'markdown') {
        const { markdown } = await presentText(ports.database, texts, document);
        return { name: `${name}.md`, media_type: 'text/markdown; charset=utf-8', content: `${markdown.trimEnd()}\n` };
      }
      const blocks = await texts.run(space, 'read_blocks', { state: await loadPresent(ports.database, texts, space, document) });
      const body = await texts.run(space, 'write_html', { blocks });
      const head = html`<!doctype html>\n<meta charset="utf-8">\n<title>${document.title}</title>\n`;
      return { name: `${name}.html`, media_type: 'text/html; charset=utf-8', content: `${head.text}${body}` };
    },

    async import(call) {
      const { asset_id, title, folder_id, folder_path } = call.input;
      const space = call.caller.space_id;
      assertMayReadAssets(call.caller.scopes);
      const stored = await replayIfStored('library', ports, call);
      if (stored) return stored;
      const asset = (await findAssetRows(ports.database, space, [asset_id])).get(asset_id);
      if (!asset) throw unresolvedReferences([{ path: 'asset_id', noun: 'asset', id: asset_id }]);
      if (asset.trashed_at !== null) throw new Problem('conflict', `"${asset.name}" is in the trash; restore it first.`);
      const form = forms[extensionOf(asset.name)];
      if (form === undefined) throw unreadable('must be a Markdown, text, HTML or Word (.docx) file, such as notes.md');
      const most = form === 'word' ? MAX_WORD_BYTES : MAX_IMPORT_BYTES;
      if (asset.size > most) throw unreadable(`has a file of more than ${most / 1_048_576} MiB; divide it`);
      const word = form === 'word' ? await readWordFile(ports, call, asset) : undefined;
      const text = word?.html ?? new TextDecoder().decode(await readObject(ports, space, asset.sha256));
      const created = await texts.run(space, 'new_document', form === 'markdown' ? { markdown: text } : { html: text }, 'asset_id');
      const warnings = [...(word?.warnings ?? []), ...warningsOf(created.blocks)];
      const given = {
        title: title ?? (asset.name.replace(/\.[^.]*$/, '').slice(0, MAX_DOCUMENT_TITLE) || asset.name),
        icon: null,
        folder_id,
        folder_path,
        created,
        given: [{ path: 'asset_id', text }],
      };
      return storeDocument(from, call, given, (answer) => extendJson(answer, { warnings }));
    },
  };
}

const unreadable = (message: string): Problem => invalidFields([{ path: 'asset_id', code: 'invalid', message }]);

/** Returns what a document lacks of its file. */
function warningsOf(blocks: readonly RichNode[]): string[] {
  const relative = countRelative(blocks);
  return relative === 0 ? [] : [`${relative} pictures have addresses relative to the file, which lead nowhere; upload them as assets.`];
}

const countRelative = (nodes: readonly RichNode[]): number =>
  nodes.reduce(
    (sum, { type, attrs, content }) =>
      sum + (type === 'image' && !/^[a-z]+:/i.test(String(attrs?.src ?? '')) ? 1 : 0) + countRelative(content ?? []),
    0,
  );
