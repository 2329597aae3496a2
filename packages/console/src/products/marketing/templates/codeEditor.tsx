import { html } from '@codemirror/lang-html'
import { EditorView, basicSetup } from 'codemirror'
import { useEffect, useRef } from 'react'
import { styleNonce } from '#console/parts/styleNonce.ts'

type EditorProps = { label: string; value: string; isReadOnly: boolean; onChange(value: string): void }

/** An editor of code with line numbers. It reads `value` when it opens; `key` opens another one. */
export function CodeEditor({ label, value, isReadOnly, onChange }: EditorProps) {
  const holder = useRef<HTMLDivElement>(null)
  const change = useRef(onChange)
  change.current = onChange
  const first = useRef(value)
  useEffect(() => {
    if (holder.current === null) return undefined
    const view = new EditorView({
      parent: holder.current,
      doc: first.current,
      extensions: [
        basicSetup,
        html(),
        EditorView.lineWrapping,
        EditorView.cspNonce.of(styleNonce()),
        EditorView.editable.of(!isReadOnly),
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) change.current(update.state.doc.toString())
        }),
      ],
    })
    return () => view.destroy()
  }, [label, isReadOnly])
  return <div ref={holder} className="code-editor" />
}
