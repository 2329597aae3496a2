import { Button, Table, Text, Title } from '@mantine/core'
import { useId } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { exactMomentText, momentText, numberText } from '#console/texts/formats.ts'
import { labelOf } from '#console/parts/labels.ts'
import { RecordLink } from '#console/parts/values/recordLink.tsx'
import { t, type TextKey } from '#console/texts/texts.ts'
import { kindText } from './kindText.ts'
import '#console/parts/wideTable.css'

type Entry = OutputOf<'loyalty.reward.statement'>['entries'][number]

type TableProps = { title: string; entries: readonly Entry[]; hasLedger?: boolean; more?: (() => void) | undefined }

/** Entries of the ledger of tokens, the newest first, each with its transaction. */
export function EntryTable({ title, entries, hasLedger = false, more }: TableProps) {
  const id = useId()
  return (
    <section className="surface section" aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      {entries.length === 0 ? <Text c="dimmed">{t('tokens.none')}</Text> : null}
      {entries.length === 0 ? null : (
        <div className="wide-table" role="group" aria-labelledby={id} tabIndex={0}>
          <Table fz="sm" miw="44rem">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('tokens.at')}</Table.Th>
                <Table.Th>{labelOf('amount')}</Table.Th>
                <Table.Th>{t('tokens.kind')}</Table.Th>
                {hasLedger ? <Table.Th>{t('tokens.ledgerOf')}</Table.Th> : null}
                <Table.Th>{t('tokens.after')}</Table.Th>
                <Table.Th>{t('tokens.transaction')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {entries.map((entry) => (
                <EntryRow key={`${entry.txnId} ${entry.ledger}`} entry={entry} hasLedger={hasLedger} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {more === undefined ? null : (
        <Button variant="default" size="xs" style={{ justifySelf: 'start' }} onClick={more}>
          {t('report.more')}
        </Button>
      )}
    </section>
  )
}

function EntryRow({ entry, hasLedger }: { entry: Entry; hasLedger: boolean }) {
  const { at, kind, ledger, amount, balanceAfter, txnId, reference, token, about } = entry
  return (
    <Table.Tr>
      <Table.Td title={exactMomentText(at)}>{momentText(at)}</Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <Text span size="sm" fw={600}>
          {numberText(amount, { signDisplay: 'exceptZero' })}
        </Text>{' '}
        {token}
      </Table.Td>
      <Table.Td>
        {kindText(kind)}
        {hasLedger || about === null ? null : (
          <Text size="xs">
            <RecordLink id={about} />
          </Text>
        )}
      </Table.Td>
      {hasLedger ? <Table.Td>{ledgerText(ledger)}</Table.Td> : null}
      <Table.Td>{numberText(balanceAfter)}</Table.Td>
      <Table.Td title={reference}>
        <RecordLink id={txnId} text={txnId.slice(-8)} />
      </Table.Td>
    </Table.Tr>
  )
}

/** The kind of a ledger in words: those of a contact name it by an id of the database. */
function ledgerText(ledger: string): string {
  const [kind = ledger] = ledger.split(':')
  const known = ledgers[kind]
  return known === undefined ? ledger : t(known)
}

const ledgers: Readonly<Record<string, TextKey>> = {
  issuer: 'tokens.ledger.issuer',
  member: 'tokens.ledger.member',
  pending: 'tokens.ledger.pending',
  hold: 'tokens.ledger.hold',
  redeemed: 'tokens.ledger.redeemed',
  expired: 'tokens.ledger.expired',
}
