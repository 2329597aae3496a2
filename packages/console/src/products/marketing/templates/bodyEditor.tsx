import { SegmentedControl } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { labelOf } from '#console/parts/labels.ts'
import { t } from '#console/texts/texts.ts'
import { CodeEditor } from './codeEditor.tsx'

const BlockEditor = lazy(() => import('./blockEditor.tsx').then((module) => ({ default: module.BlockEditor })))

type BodyEditorProps = { format: string; value: string; isReadOnly: boolean; onChange(value: string): void }

/** The body as blocks or as code; both edit the same MJML. Other formats are code. */
export function BodyEditor({ format, ...editor }: BodyEditorProps) {
  const [mode, setMode] = useState<'blocks' | 'code'>(format === 'mjml' ? 'blocks' : 'code')
  const code = <CodeEditor label={t('template.body', { format: labelOf(format) })} {...editor} />
  if (format !== 'mjml') return code
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label={t('blocks.mode')}
        value={mode}
        onChange={(next) => setMode(next === 'code' ? 'code' : 'blocks')}
        data={(['blocks', 'code'] as const).map((value) => ({ value, label: t(`blocks.mode.${value}`) }))}
      />
      {mode === 'code' ? (
        code
      ) : (
        <Suspense>
          <BlockEditor {...editor} />
        </Suspense>
      )}
    </>
  )
}
