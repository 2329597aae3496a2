import { Anchor, Group, Stack, Text, Title, Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAccount, useScope } from '#console/app/session.tsx'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { useRead } from '#console/parts/recordQueries.ts'
import { agoText, numberText } from '#console/texts/formats.ts'
import { plural, t } from '#console/texts/texts.ts'
import './webhooks.css'

type Delivery = {
  id: string
  status: 'pending' | 'failed' | 'delivered' | 'exhausted'
  factName: string
  lastStatus: number | null
  lastError: string | null
  lastDurationMs: number | null
  createdAt: string
}

const shownMax = 60
const freshMs = 5_000

/** The health of an endpoint: its last deliveries as bars, how many arrived, how fast, and the last failure. */
export function Panel({ record }: PanelProps) {
  const { id: accountId } = useAccount()
  const isOn = useScope()('account.delivery:read')
  const input = { webhookEndpointId: record.id, limit: shownMax }
  const { data } = useRead<{ items: Delivery[] }>('account.delivery.all', input, { isOn, everyMs: freshMs })
  if (!isOn) return null
  const items = data?.items ?? []
  const failed = items.find(({ status }) => status === 'failed' || status === 'exhausted')
  return (
    <section className="surface section" aria-label={t('account.endpoint.health')}>
      <Title order={2}>{t('account.endpoint.health')}</Title>
      {data !== undefined && items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('account.endpoint.none')}
        </Text>
      ) : (
        <Stack gap="sm">
          <div className="webhook-bars">
            {items.toReversed().map((each) => (
              <Tooltip key={each.id} label={`${each.factName} · ${agoText(each.createdAt)}`}>
                <Link
                  to="/$accountId/$product/$noun/$recordId"
                  params={{ accountId, product: 'account', noun: 'delivery', recordId: each.id }}
                  data-status={each.status}
                  aria-label={`${each.factName}, ${t(`account.delivery.${each.status}`)}`}
                />
              </Tooltip>
            ))}
          </div>
          <Group gap="lg">
            <Figures items={items} />
          </Group>
          {failed === undefined ? null : (
            <Text size="sm">
              {t('account.endpoint.lastFailure')}{' '}
              <Anchor component={Link} to={`/${accountId}/account/delivery/${failed.id}`} inherit>
                {failed.lastError ?? failed.factName}
              </Anchor>
              , {agoText(failed.createdAt)}
            </Text>
          )}
        </Stack>
      )}
    </section>
  )
}

function Figures({ items }: { items: readonly Delivery[] }) {
  const delivered = items.filter(({ status }) => status === 'delivered')
  const durations = delivered.flatMap(({ lastDurationMs }) => lastDurationMs ?? []).toSorted((a, b) => a - b)
  const median = durations[Math.floor(durations.length / 2)]
  const waiting = items.filter(({ status }) => status === 'pending' || status === 'failed').length
  const rate = items.length === 0 ? 1 : delivered.length / items.length
  const share = numberText(rate, { style: 'percent', maximumFractionDigits: 1 })
  return (
    <>
      <Figure name={plural('account.endpoint.delivered', items.length)} value={share} />
      <Figure name={t('account.endpoint.median')} value={median === undefined ? '–' : `${numberText(median)} ms`} />
      <Figure name={t('account.endpoint.waiting')} value={numberText(waiting)} />
    </>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <Text fw={650} size="lg">
        {value}
      </Text>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
    </div>
  )
}
