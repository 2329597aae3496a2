import { Badge, Table, Text, Title } from '@mantine/core'
import { useId } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { momentText, numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'

type Campaign = OutputOf<'marketing.campaign.get'>
type Result = NonNullable<Campaign['results']>[number]

const measures = ['opened', 'clicked', 'converted', 'unsubscribed'] as const

/** Numbers of the variants of a test, side by side. */
export function Variants({ campaign }: { campaign: Campaign }) {
  const id = useId()
  const results = campaign.results ?? []
  if (results.length === 0) return null
  return (
    <section className="surface section" aria-labelledby={id}>
      <Title order={2} id={id}>
        {t('report.variants')}
      </Title>
      <Text size="sm">{decision(campaign)}</Text>
      <div className="report-table" role="region" aria-label={t('report.variants.table')} tabIndex={0}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('report.variant')}</Table.Th>
              <Table.Th>{t('report.sent')}</Table.Th>
              {measures.map((key) => (
                <Table.Th key={key}>{t(`report.${key}`)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {results.map((each) => (
              <Table.Tr key={each.name}>
                <Table.Th scope="row">
                  {each.name} {each.isWinner ? <Badge size="sm">{t('report.winner')}</Badge> : null}
                </Table.Th>
                <Table.Td>{numberText(each.sent)}</Table.Td>
                {measures.map((key) => (
                  <Table.Td key={key}>{shareText(each, key)}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  )
}

function decision({ winner, decidedAt, decideAt }: Campaign): string {
  if (winner !== null && decidedAt !== null) {
    return t('report.decided', { name: winner, time: momentText(decidedAt) })
  }
  return decideAt === null ? '' : t('report.decides', { time: momentText(decideAt) })
}

function shareText(result: Result, key: (typeof measures)[number]): string {
  const share = numberText(result[key] / Math.max(1, result.sent), { style: 'percent', maximumFractionDigits: 1 })
  return `${numberText(result[key])} · ${share}`
}
