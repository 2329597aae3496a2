import { Alert, Anchor, Button, FileButton, Group, Table, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { FileUp, Users } from 'lucide-react'
import type { OutputOf } from '#console/app/client.ts'
import { useAccount, useScope } from '#console/app/session.tsx'
import { ListExport } from '#console/parts/list/listExport.tsx'
import { filterText } from '#console/parts/list/listInput.ts'
import { useRead } from '#console/parts/recordQueries.ts'
import { numberText } from '#console/texts/formats.ts'
import { toldSentence } from '#console/texts/sentences.ts'
import { t } from '#console/texts/texts.ts'
import { useBeginImport } from './beginImport.ts'
import { fileTypes } from './importUpload.tsx'
import '#console/parts/figure.css'
import './imports.css'

type Import = OutputOf<'marketing.contactImport.get'>

const counted = [
  'rowCount',
  'createdCount',
  'updatedCount',
  'unchangedCount',
  'skippedCount',
  'suppressedCount',
  'errorCount',
] as const

/** Counts of an import, or of a check: numbers of contacts that an import would make and change. */
export function Counts({ of }: { of: Import }) {
  return (
    <>
      {of.status === 'ready' ? <Text>{t('import.checked')}</Text> : null}
      <dl className="figures import-figures">
        {counted.map((name) => (
          <div key={name}>
            <dt>{t(`import.${name}`)}</dt>
            <dd>{numberText(of[name])}</dd>
          </div>
        ))}
      </dl>
      {of.createdCount > 0 && !hasEvidence(of) ? <Alert color="yellow">{t('import.silent')}</Alert> : null}
    </>
  )
}

/** Whether new contacts of the import may be subscribed: a source of their agreement is named, or a column has it. */
function hasEvidence({ consent, mapping }: Import): boolean {
  return (consent ?? null) !== null || mapping.some(({ field }) => field === 'consentSource')
}

const stepMs = 1

/** Ways from an import to its contacts: all that joined its segment or have its tags, and those created during it. */
export function ImportedContacts({ of }: { of: Import }) {
  const { id: accountId } = useAccount()
  const canRead = useScope()('marketing.contact:read')
  const links = contactSearches(of)
  if (!canRead || links.length === 0) return null
  return (
    <Group gap="xs">
      {links.map(({ key, search }) => (
        <Button
          key={key}
          variant="default"
          size="xs"
          leftSection={<Users size={14} aria-hidden />}
          component={Link}
          to={`/${accountId}/marketing/contact`}
          // cast: the search of a list is any flat record of texts.
          search={search as never}
        >
          {t(`import.contacts.${key}`)}
        </Button>
      ))}
    </Group>
  )
}

type ContactSearch = { key: 'new' | 'segment' | 'tags'; search: Record<string, string | undefined> }

/** Searches of the list of contacts that find those of an import. */
function contactSearches({ createdCount, segmentId, tags, startedAt, endedAt }: Import): ContactSearch[] {
  const found: ContactSearch[] = []
  if (createdCount > 0 && startedAt !== null && endedAt !== null) {
    const bound = (is: 'after' | 'before', moment: string, ms: number) => ({
      ...{ field: 'createdAt', is },
      value: new Date(Date.parse(moment) + ms).toISOString(),
    })
    const of = [bound('after', startedAt, -stepMs), bound('before', endedAt, stepMs)]
    found.push({ key: 'new', search: { filter: filterText({ op: 'and', of }) } })
  }
  if (segmentId !== null) found.push({ key: 'segment', search: { segmentId: String(segmentId) } })
  if (tags.length > 0) found.push({ key: 'tags', search: { tags: filterText(tags) } })
  return found
}

type ErrorPage = OutputOf<'marketing.contactImportError.all'>

const shownMax = 10

/** Rows that were left out with their reasons, and a new import for the file once they are corrected. */
export function WrongRows({ of, canWrite }: { of: Import; canWrite: boolean }) {
  const { id: accountId } = useAccount()
  const input = { contactImportId: of.id }
  const { data } = useRead<ErrorPage>('marketing.contactImportError.all', { ...input, limit: shownMax })
  return (
    <div className="import-errors">
      <Group justify="space-between">
        <Title order={3} size="h6">
          {t('import.errors')}
        </Title>
        <ListExport
          operationId="marketing.contactImportError.all"
          input={input}
          name={`${of.name ?? 'import'}-errors`}
        />
      </Group>
      <ErrorTable rows={data?.items ?? []} />
      {data?.pagination.hasMore === true ? (
        <Anchor
          component={Link}
          to={`/${accountId}/marketing/contactImportError`}
          // cast: the search of a list is any flat record of texts.
          search={{ contactImportId: String(of.id) } as never}
          size="sm"
        >
          {t('import.errors.all')}
        </Anchor>
      ) : null}
      {canWrite && of.status === 'done' ? <Correction of={of} /> : null}
    </div>
  )
}

function ErrorTable({ rows }: { rows: ErrorPage['items'] }) {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          {(['row', 'column', 'value', 'reason'] as const).map((name) => (
            <Table.Th key={name}>{t(`import.errors.${name}`)}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((each) => (
          <Table.Tr key={each.id}>
            <Table.Td className="import-row">{numberText(each.row)}</Table.Td>
            <Table.Td>{each.column ?? ''}</Table.Td>
            <Table.Td className="value-text">{each.value ?? '–'}</Table.Td>
            <Reason text={each.reason} />
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Reason({ text: reason }: { text: string }) {
  const { text, lang } = toldSentence(reason)
  return <Table.Td lang={lang}>{text}</Table.Td>
}

/** The choice of the corrected file: its rows are checked with the same columns and options. */
function Correction({ of }: { of: Import }) {
  const { isSent, begin } = useBeginImport(of)
  return (
    <Group className="import-correction">
      <FileButton accept={fileTypes} onChange={(file) => (file === null ? undefined : void begin(file))}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            size="xs"
            disabled={isSent}
            leftSection={<FileUp size={14} aria-hidden />}
          >
            {t('import.correct')}
          </Button>
        )}
      </FileButton>
      <Text size="sm" c="dimmed">
        {t('import.correct.text')}
      </Text>
    </Group>
  )
}
