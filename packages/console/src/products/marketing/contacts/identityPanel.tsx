import { Button, Group, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Dialog } from '#console/parts/dialog.tsx'
import { useAccount, useScope } from '#console/app/session.tsx'
import type { ApiRecord, PanelProps } from '#console/parts/descriptor.ts'
import { labelOf } from '#console/parts/labels.ts'
import { notify, notifyFailure } from '#console/parts/notices.tsx'
import { RecordPicker } from '#console/parts/recordPicker.tsx'
import { useRead, useStale } from '#console/parts/recordQueries.ts'
import { useRecordTitle } from '#console/parts/recordTitles.tsx'
import { t } from '#console/texts/texts.ts'
import { mergedRows } from './mergedRows.ts'
import './contacts.css'

/** Two contacts become one, or one is erased for good. */
export function Panel({ record, reload }: PanelProps) {
  const canWrite = useScope()('marketing.contact:write')
  const [open, setOpen] = useState<'merge' | 'erase'>()
  if (!canWrite) return null
  const close = () => setOpen(undefined)
  return (
    <section className="surface section" aria-label={t('profile.person')}>
      <Title order={2}>{t('profile.person')}</Title>
      <Group gap="xs">
        <Button variant="default" size="xs" onClick={() => setOpen('merge')}>
          {t('profile.merge')}
        </Button>
        <Button variant="default" size="xs" onClick={() => setOpen('erase')}>
          {t('profile.erase')}
        </Button>
      </Group>
      {open === 'merge' ? <MergeDialog record={record} reload={reload} close={close} /> : null}
      {open === 'erase' ? <EraseDialog record={record} close={close} /> : null}
    </section>
  )
}

function MergeDialog({ record, reload, close }: Pick<PanelProps, 'record' | 'reload'> & { close(): void }) {
  const { client } = useAccount()
  const [otherId, setOtherId] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isOther = otherId !== null && otherId !== record.id
  const { data: other } = useRead<ApiRecord>('marketing.contact.get', { contactId: otherId ?? '' }, { isOn: isOther })
  const merge = async () => {
    setBusy(true)
    try {
      await client.callAny('marketing.contact.update', { contactId: record.id, mergeFrom: otherId })
      await reload()
      notify(t('profile.merged'))
      close()
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog onClose={close} title={t('profile.merge')} size="xl">
      <Stack>
        <Text size="sm">{t('profile.merge.text')}</Text>
        <RecordPicker
          name="contactId"
          schema={{ type: 'string', pattern: '^con_' }}
          label={t('profile.merge.other')}
          value={otherId}
          onChange={setOtherId}
        />
        {otherId === record.id ? <Text c="var(--mantine-color-error)">{t('profile.merge.same')}</Text> : null}
        {isOther && other !== undefined ? <MergeTable into={record} from={other} /> : null}
        <Group justify="end">
          <Button variant="default" onClick={close}>
            {t('form.cancel')}
          </Button>
          <Button disabled={!isOther || other === undefined} loading={isBusy} onClick={() => void merge()}>
            {t('profile.merge.button')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function MergeTable({ into, from }: { into: ApiRecord; from: ApiRecord }) {
  const [intoTitle, fromTitle] = [useRecordTitle(into), useRecordTitle(from)]
  return (
    <div className="score-entries" tabIndex={0} role="region" aria-label={t('profile.merge.table')}>
      <Table fz="sm" miw="32rem">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('profile.merge.field')}</Table.Th>
            <Table.Th>{t('profile.merge.stays', { name: intoTitle })}</Table.Th>
            <Table.Th>{t('profile.merge.goes', { name: fromTitle })}</Table.Th>
            <Table.Th>{t('profile.merge.after')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {mergedRows(into, from).map(({ name, into: mine, from: theirs, after }) => (
            <Table.Tr key={name}>
              <Table.Td>{labelOf(name)}</Table.Td>
              <Table.Td>{mine}</Table.Td>
              <Table.Td>{theirs}</Table.Td>
              <Table.Td fw={600}>{after}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function EraseDialog({ record, close }: { record: ApiRecord; close(): void }) {
  const { id: accountId, client } = useAccount()
  const stale = useStale()
  const navigate = useNavigate()
  const name = useRecordTitle(record)
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const isSure = typed.trim() === name
  const erase = async () => {
    setBusy(true)
    try {
      await client.callAny('marketing.contact.delete', { contactId: record.id, mode: 'erase' })
      await navigate({ to: `/${accountId}/marketing/contact` })
      notify(t('profile.erased'))
      await stale('marketing.contact')
    } catch (error) {
      notifyFailure(error)
      setBusy(false)
    }
  }
  return (
    <Dialog onClose={close} title={t('profile.erase.title', { name })}>
      <Stack>
        <Text size="sm">{t('profile.erase.text')}</Text>
        <TextInput
          label={t('profile.erase.type', { name })}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group justify="end">
          <Button variant="default" onClick={close}>
            {t('form.cancel')}
          </Button>
          <Button color="red" disabled={!isSure} loading={isBusy} onClick={() => void erase()}>
            {t('profile.erase.button')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
