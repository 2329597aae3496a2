import { Button, Checkbox, NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { useAccount } from '#console/app/session.tsx'
import { notifyFailure } from '#console/parts/notices.tsx'
import { labelOf } from '#console/parts/labels.ts'
import { RecordPicker } from '#console/parts/recordPicker.tsx'
import { FieldWidget as TopicsWidget } from '#console/products/marketing/topicsWidget.tsx'
import { t } from '#console/texts/texts.ts'

type Import = OutputOf<'marketing.contactImport.get'>
type Conflict = Import['onConflict']

/** Options of an import as they are typed. */
export type Options = {
  onConflict: Conflict
  tags: string
  topics: string[]
  segmentId: string | null
  source: string
  wording: string
}

/** The options of an import as a form begins with them. */
export function optionsOf(of: Import): Options {
  return {
    onConflict: of.onConflict,
    tags: of.tags.join(', '),
    topics: [...of.topics],
    segmentId: of.segmentId === null ? null : String(of.segmentId),
    source: of.consent?.source ?? '',
    wording: of.consent?.text ?? '',
  }
}

/** The input of an update for options that were typed. Time and address of an agreement stay. */
export function inputOf(of: Import, { onConflict, topics, segmentId, ...typed }: Options) {
  const tags = [...new Set(typed.tags.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '')
  const source = typed.source.trim()
  const { text: _text, ...kept } = of.consent ?? {}
  const consent = source === '' ? null : { ...kept, source, ...(typed.wording !== '' && { text: typed.wording }) }
  return { onConflict, tags, topics, segmentId, consent }
}

const conflicts: readonly Conflict[] = ['merge', 'skip', 'overwrite']
const segmentSchema = { type: 'string', pattern: '^seg_' }

/** Fields of the options. */
export function OptionFields({ options, onChange }: { options: Options; onChange(part: Partial<Options>): void }) {
  return (
    <div className="import-options">
      <NativeSelect
        label={t('import.onConflict')}
        value={options.onConflict}
        data={conflicts.map((value) => ({ value, label: t(`import.onConflict.${value}`) }))}
        onChange={(event) => {
          const chosen = conflicts.find((each) => each === event.currentTarget.value)
          if (chosen !== undefined) onChange({ onConflict: chosen })
        }}
      />
      <TextInput
        label={t('import.tags')}
        description={t('import.tags.text')}
        value={options.tags}
        onChange={(event) => onChange({ tags: event.currentTarget.value })}
      />
      <TopicsWidget
        label={t('import.topics')}
        description={undefined}
        value={options.topics}
        onChange={(topics) => onChange({ topics: Array.isArray(topics) ? topics.map(String) : [] })}
        errors={{}}
      />
      <RecordPicker
        schema={segmentSchema}
        label={t('import.segment')}
        description={t('import.segment.text')}
        value={options.segmentId}
        onChange={(segmentId) => onChange({ segmentId })}
      />
      <TextInput
        label={t('import.consent')}
        description={t('import.consent.text')}
        value={options.source}
        onChange={(event) => onChange({ source: event.currentTarget.value })}
      />
      <Textarea
        label={t('import.wording')}
        value={options.wording}
        onChange={(event) => onChange({ wording: event.currentTarget.value })}
        autosize
      />
    </div>
  )
}

const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
const delimiters = { comma: ',', semicolon: ';', tab: '⇥', pipe: '|' } as const
const separators = ['comma', 'semicolon', 'tab', 'pipe'] as const

/** The form of a file as it was detected. Another one reads the columns again. */
export function FileForm({ of, onRun }: { of: Import; onRun(): Promise<void> }) {
  const { client } = useAccount()
  const [form, setForm] = useState({ encoding: of.encoding, delimiter: of.delimiter, hasHeader: of.hasHeader })
  const isSame = form.encoding === of.encoding && form.delimiter === of.delimiter && form.hasHeader === of.hasHeader
  const reread = async () => {
    try {
      await client.call('marketing.contactImport.update', { contactImportId: of.id, ...form, action: 'reread' })
      await onRun()
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <div className="import-form">
      <NativeSelect
        label={labelOf('encoding')}
        value={form.encoding ?? 'utf-8'}
        data={encodings.map((value) => ({ value, label: value.toUpperCase() }))}
        onChange={({ currentTarget: { value } }) =>
          setForm((before) => ({ ...before, encoding: encodings.find((each) => each === value) ?? null }))
        }
      />
      {of.format === 'csv' ? (
        <>
          <NativeSelect
            label={labelOf('delimiter')}
            value={form.delimiter ?? 'comma'}
            data={separators.map((value) => ({
              value,
              label: `${t(`import.delimiter.${value}`)} ${delimiters[value]}`,
            }))}
            onChange={({ currentTarget: { value } }) =>
              setForm((before) => ({ ...before, delimiter: separators.find((each) => each === value) ?? null }))
            }
          />
          <Checkbox
            label={labelOf('hasHeader')}
            checked={form.hasHeader ?? true}
            onChange={({ currentTarget: { checked } }) => setForm((before) => ({ ...before, hasHeader: checked }))}
          />
        </>
      ) : null}
      <Button variant="default" disabled={isSame} onClick={() => void reread()}>
        {t('import.reread')}
      </Button>
      <Text size="sm" c="dimmed">
        {t('import.reread.text')}
      </Text>
    </div>
  )
}
