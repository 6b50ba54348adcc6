// CodeMirror, loaded on demand.
import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { PostgreSQL, sql } from '@codemirror/lang-sql';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import { strings } from '../strings';

interface Props {
  value: string;
  schema: Record<string, string[]>;
  onChange: (value: string) => void;
  onRun: () => void;
}

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword], color: 'var(--sql-word)' },
  { tag: tags.string, color: 'var(--sql-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--sql-number)' },
  { tag: tags.comment, color: 'var(--text-faint)' },
]);

export default function SqlEditor({ value, schema, onChange, onRun }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef({ onChange, onRun });
  latest.current = { onChange, onRun };
  const initial = useRef(value);

  useEffect(() => {
    const run = () => (latest.current.onRun(), true);
    const view = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc: initial.current,
        extensions: [
          history(),
          bracketMatching(),
          autocompletion(),
          sql({ dialect: PostgreSQL, schema, upperCaseKeywords: true }),
          syntaxHighlighting(colours),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': strings.sql.editor }),
          keymap.of([{ key: 'Mod-Enter', run }, ...completionKeymap, ...defaultKeymap, ...historyKeymap]),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return;
            initial.current = update.state.doc.toString();
            latest.current.onChange(initial.current);
          }),
        ],
      }),
    });
    view.focus();
    return () => view.destroy();
  }, [schema]);

  return <div ref={host} className="sql-editor" />;
}
