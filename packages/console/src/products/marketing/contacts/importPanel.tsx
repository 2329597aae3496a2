import { Alert, Button, Group, NativeSelect, Progress, Stack, Table, Text, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { useAccount, useScope } from '#console/app/session.tsx'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { labelOf } from '#console/parts/labels.ts'
import { notifyFailure } from '#console/parts/notices.tsx'
import { useRead, useStale } from '#console/parts/recordQueries.ts'
import { numberText } from '#console/texts/formats.ts'
import { toldSentence } from '#console/texts/sentences.ts'
import { t } from '#console/texts/texts.ts'
import { NameField } from '#console/products/marketing/filters/namesInUse.tsx'
import {
  attributeOf,
  changedMapping,
  choicesOfColumn,
  choiceOf,
  isAttributeKey,
  renamedAttribute,
  type Mapping,
} from './importMapping.ts'
import { FileForm, inputOf, OptionFields, optionsOf } from './importOptions.tsx'
import { Counts, ImportedContacts, WrongRows } from './importResult.tsx'
import { Upload } from './importUpload.tsx'
import './imports.css'

type Import = OutputOf<'marketing.contactImport.get'>

const movingMs = 1_000
const moving = new Set(['reading', 'checking', 'importing'])

/** The steps of an import: its file, columns and options, a check, the run as it moves, its result and wrong rows. */
export function Panel({ record, reload }: PanelProps) {
  const stale = useStale()
  const canWrite = useScope()('marketing.contactImport:write')
  const heading = useRef<HTMLHeadingElement>(null)
  const [isFollowed, setFollowed] = useState(true)
  const input = { contactImportId: record.id }
  const { data } = useRead<Import>('marketing.contactImport.get', input, isFollowed ? { everyMs: movingMs } : {})
  const status = data?.status
  const isMoving = status === undefined || moving.has(status)
  if (isFollowed !== isMoving) setFollowed(isMoving)
  useEffect(() => {
    // The page of the record shows the new state, too.
    if (status !== undefined && status !== record.status) void reload()
  }, [status, record.status, reload])
  if (data === undefined) return null
  const onRun = () => stale('marketing.contactImport')
  return (
    <section className="surface section">
      {/* The state takes the focus once a run begins: it stands above the options. */}
      <Title order={2} ref={heading} tabIndex={-1} className="import-state">
        {t(`import.state.${stateOf(data.status)}`)}
      </Title>
      {data.failure === null ? null : <Failure text={data.failure} />}
      {data.status === 'waiting' && canWrite ? <Upload of={data} onSent={() => void onRun()} /> : null}
      {isMoving ? <Moving of={data} canWrite={canWrite} onRun={onRun} /> : null}
      {data.rowCount > 0 ? <Counts of={data} /> : null}
      {data.status === 'done' ? <ImportedContacts of={data} /> : null}
      {data.errorCount > 0 && !isMoving ? <WrongRows of={data} canWrite={canWrite} /> : null}
      {data.status === 'ready' && canWrite ? (
        <Setting key={data.version} of={data} onRun={onRun} onBegin={() => heading.current?.focus()} />
      ) : null}
    </section>
  )
}

const states = ['waiting', 'reading', 'ready', 'checking', 'importing', 'done', 'failed'] as const

function stateOf(status: string): (typeof states)[number] | 'cancelled' {
  return states.find((each) => each === status) ?? 'cancelled'
}

function Failure({ text: failure }: { text: string }) {
  const { text, lang } = toldSentence(failure)
  return (
    <Alert color="red" lang={lang}>
      {text}
    </Alert>
  )
}

type MovingProps = { of: Import; canWrite: boolean; onRun(): Promise<void> }

function Moving({ of: { id, byteCount, readByteCount, rowCount }, canWrite, onRun }: MovingProps) {
  const { client } = useAccount()
  const share = byteCount === 0 ? 0 : Math.min(1, readByteCount / byteCount)
  const cancel = async () => {
    try {
      await client.call('marketing.contactImport.update', { contactImportId: id, action: 'cancel' })
    } catch (error) {
      notifyFailure(error)
    }
    await onRun()
  }
  return (
    <div>
      <Progress value={share * 100} aria-label={t('import.progress')} size="lg" animated />
      <Group justify="space-between" mt={6}>
        <Text size="sm" aria-live="polite">
          {t('import.rows', { count: numberText(rowCount) })}
        </Text>
        {canWrite ? (
          <Button variant="default" size="xs" onClick={() => void cancel()}>
            {t('import.cancel')}
          </Button>
        ) : null}
      </Group>
    </div>
  )
}

/** Columns with their parts of a contact, and options; then a check, or the import. */
type SettingProps = { of: Import; onRun(): Promise<void>; onBegin(): void }

function Setting({ of, onRun, onBegin }: SettingProps) {
  const { client } = useAccount()
  const [mapping, setMapping] = useState<Mapping>(of.mapping)
  const [options, setOptions] = useState(() => optionsOf(of))
  const [isSent, setSent] = useState(false)
  const hasWrongKey = mapping.some(({ attribute }) => attribute !== undefined && !isAttributeKey(attribute))
  const run = async (action: 'check' | 'start') => {
    if (hasWrongKey) return notifyFailure(t('import.attribute.wrong'))
    setSent(true)
    try {
      const input = { contactImportId: of.id, mapping, ...inputOf(of, options) }
      await client.call('marketing.contactImport.update', { ...input, action })
      await onRun()
      onBegin()
    } catch (error) {
      notifyFailure(error)
    }
    setSent(false)
  }
  return (
    <Stack>
      <Columns of={of} mapping={mapping} onChange={setMapping} />
      <FileForm of={of} onRun={onRun} />
      <OptionFields options={options} onChange={(part) => setOptions((before) => ({ ...before, ...part }))} />
      <Group>
        <Button variant="default" disabled={isSent} onClick={() => void run('check')}>
          {t('import.check')}
        </Button>
        <Button disabled={isSent} onClick={() => void run('start')}>
          {t('import.start')}
        </Button>
      </Group>
    </Stack>
  )
}

type ColumnsProps = { of: Import; mapping: Mapping; onChange(mapping: Mapping): void }

function Columns({ of: { columns, samples }, mapping, onChange }: ColumnsProps) {
  return (
    <div className="import-columns">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('import.column')}</Table.Th>
            <Table.Th>{t('import.samples')}</Table.Th>
            <Table.Th>{t('import.target')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {columns.map(({ name }, index) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td className="import-samples">{(samples[index] ?? []).slice(0, 3).join(' · ')}</Table.Td>
              <Table.Td>
                <NativeSelect
                  aria-label={t('import.target.of', { column: name })}
                  value={choiceOf(mapping, name)}
                  data={choicesOfColumn(mapping, name, samples[index]).map((value) => ({
                    value,
                    label: choiceText(value),
                  }))}
                  onChange={(event) => onChange(changedMapping(mapping, name, event.currentTarget.value))}
                />
                <AttributeField columnName={name} mapping={mapping} onChange={onChange} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

type AttributeProps = { columnName: string; mapping: Mapping; onChange(mapping: Mapping): void }

/** The attribute that a column fills: one in use, or a new one. */
function AttributeField({ columnName, mapping, onChange }: AttributeProps) {
  const attribute = attributeOf(mapping, columnName)
  if (attribute === undefined) return null
  return (
    <NameField
      kind="attributes"
      mt={4}
      aria-label={t('import.attribute.of', { column: columnName })}
      value={attribute}
      maxLength={60}
      error={isAttributeKey(attribute) ? undefined : t('import.attribute.wrong')}
      onChange={(key) => onChange(renamedAttribute(mapping, columnName, key))}
    />
  )
}

function choiceText(choice: string): string {
  if (choice === '') return t('import.leftOut')
  const [kind = '', name = '', type = ''] = choice.split(':')
  if (kind === 'field') return labelOf(name)
  return t('import.attribute', { key: name, type: type === '' ? '' : labelOf(type) })
}
