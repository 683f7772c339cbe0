import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { properties } from '@codemirror/legacy-modes/mode/properties';
import { shell } from '@codemirror/legacy-modes/mode/shell';
import { toml } from '@codemirror/legacy-modes/mode/toml';
import { xml } from '@codemirror/legacy-modes/mode/xml';
import { searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';

interface CodeEditorOptions {
  text: string;
  /** By its ending it is known how it is highlighted. */
  name: string;
  label: string;
  onChange: () => void;
  onSave: () => void;
}

export interface CodeEditor {
  text(): string;
  destroy(): void;
}

const languages: Record<string, () => Extension> = {
  json,
  mcmeta: json,
  yml: yaml,
  yaml,
  properties: () => StreamLanguage.define(properties),
  conf: () => StreamLanguage.define(properties),
  toml: () => StreamLanguage.define(toml),
  xml: () => StreamLanguage.define(xml),
  sh: () => StreamLanguage.define(shell),
};

const highlighting = HighlightStyle.define([
  {
    tag: [tags.propertyName, tags.definition(tags.propertyName), tags.definition(tags.variableName), tags.tagName],
    color: 'var(--spruce)',
  },
  { tag: [tags.string, tags.special(tags.string), tags.quote], color: 'var(--amber)' },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword, tags.atom], color: 'var(--slate)' },
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
]);

const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--surface)', fontSize: '14px' },
  '.cm-scroller': { fontFamily: 'ui-monospace, monospace', lineHeight: '1.5' },
  '.cm-gutters': { backgroundColor: 'var(--sunk)', color: 'var(--muted)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--sunk) 60%, transparent)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused': { outline: '3px solid var(--spruce)' },
  '.cm-panels': { backgroundColor: 'var(--sunk)', color: 'var(--ink)' },
});

/**
 * An editor within `parent`. It lives in a shadow root, where its styles are adopted sheets: the page's policy lets no style
 * element in.
 */
export function createCodeEditor(parent: HTMLElement, options: CodeEditorOptions): CodeEditor {
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
  const place = document.createElement('div');
  place.style.height = '100%';
  root.replaceChildren(place);
  const language = languages[options.name.split('.').at(-1)?.toLowerCase() ?? ''];
  // A file keeps its line ends, unless they are of both kinds.
  const isDos = options.text.includes('\r\n') && !/(^|[^\r])\n/.test(options.text);
  const save = (): boolean => {
    options.onSave();
    return true;
  };
  const view = new EditorView({
    parent: place,
    root,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        isDos ? EditorState.lineSeparator.of('\r\n') : [],
        lineNumbers(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        keymap.of([
          { key: 'Mod-s', run: save, preventDefault: true },
          ...defaultKeymap,
          ...historyKeymap,
          ...searchKeymap,
        ]),
        language?.() ?? [],
        syntaxHighlighting(highlighting),
        theme,
        EditorView.contentAttributes.of({ 'aria-label': options.label }),
        EditorView.updateListener.of(({ docChanged }) => {
          if (docChanged) options.onChange();
        }),
      ],
    }),
  });
  return { text: () => view.state.sliceDoc(), destroy: () => view.destroy() };
}
