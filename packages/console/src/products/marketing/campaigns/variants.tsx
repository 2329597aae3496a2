import { Badge, Button, Table, Text, Title } from '@mantine/core'
import { useId } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { useAccount, useScope } from '#console/app/session.tsx'
import { confirmed } from '#console/parts/confirmation.ts'
import { notify, notifyFailure } from '#console/parts/notices.tsx'
import { momentText, numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'

type Campaign = OutputOf<'marketing.campaign.get'>
type Result = NonNullable<Campaign['results']>[number]

const measures = ['opened', 'clicked', 'converted', 'unsubscribed'] as const

type VariantsProps = { campaign: Campaign; reload(): Promise<void> }

/** Numbers of the variants of a test, side by side, and the choice of the winner before its time. */
export function Variants({ campaign, reload }: VariantsProps) {
  const id = useId()
  const results = campaign.results ?? []
  const choose = useChoice({ campaign, reload })
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
              {choose === undefined ? null : <Table.Th>{t('report.winner')}</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {results.map((each) => (
              <Table.Tr key={each.name}>
                <Table.Th scope="row">
                  {each.name} {each.isWinner ? <Badge size="sm">{t('report.winner')}</Badge> : null}
                  {each.subject === null ? null : (
                    <Text size="sm" className="report-subject">
                      {each.subject}
                    </Text>
                  )}
                </Table.Th>
                <Table.Td>{numberText(each.sent)}</Table.Td>
                {measures.map((key) => (
                  <Table.Td key={key}>{shareText(each, key)}</Table.Td>
                ))}
                {choose === undefined ? null : (
                  <Table.Td>
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={t('report.choose.of', { name: each.name })}
                      onClick={() => void choose(each.name)}
                    >
                      {t('report.choose')}
                    </Button>
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  )
}

const running = new Set(['sending', 'paused', 'sent'])

/** The choice of the winner; undefined once it stands, before the start, and for a role that may not send. */
function useChoice({ campaign, reload }: VariantsProps): ((variant: string) => Promise<void>) | undefined {
  const { client } = useAccount()
  const hasScope = useScope()
  const mayChoose = hasScope('marketing.campaign:write') && hasScope('marketing.campaign:send')
  const { id, abTest, winner, frozenAt, status } = campaign
  const isOpen = abTest !== null && winner === null && frozenAt !== null && running.has(status)
  if (!mayChoose || !isOpen) return undefined
  return async (variant) => {
    const isSure = await confirmed({
      title: t('report.choose.title', { name: variant }),
      text: t('report.choose.text'),
      button: t('report.choose.button'),
    })
    if (!isSure) return
    try {
      await client.call('marketing.campaign.decide', { campaignId: id, variant })
      await reload()
      notify(t('report.choose.done', { name: variant }))
    } catch (error) {
      notifyFailure(error)
    }
  }
}

function decision({ winner, decidedAt, decideAt }: Campaign): string {
  if (winner !== null && decidedAt !== null) {
    return t('report.decided', { name: winner, time: momentText(decidedAt) })
  }
  return decideAt === null ? t('report.decides.byHand') : t('report.decides', { time: momentText(decideAt) })
}

function shareText(result: Result, key: (typeof measures)[number]): string {
  const share = numberText(result[key] / Math.max(1, result.sent), { style: 'percent', maximumFractionDigits: 1 })
  return `${numberText(result[key])} · ${share}`
}
