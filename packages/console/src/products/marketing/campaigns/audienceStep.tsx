import { Input, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { OutputOf } from '#console/app/client.ts'
import { useScope } from '#console/app/session.tsx'
import type { FormValues } from '#console/parts/form/formValues.ts'
import { choicesOf } from '#console/parts/jsonSchema.ts'
import { labelOf } from '#console/parts/labels.ts'
import { useRead } from '#console/parts/recordQueries.ts'
import type { FilterTree } from '#console/products/marketing/filters/filterDraft.ts'
import { numberText } from '#console/texts/formats.ts'
import { plural, t } from '#console/texts/texts.ts'
import { addressOf, audienceFilters, audienceOf, both, reachOf, subscribed } from './campaignDraft.ts'
import { CampaignField } from './campaignField.tsx'
import type { CampaignDraft } from './useCampaign.ts'

/** Name, channel and audience, with the number of contacts beside them. */
export function AudienceStep({ draft }: { draft: CampaignDraft }) {
  const { values, change, schema, record } = draft
  const channel = String(values['channel'])
  const channels = choicesOf(schema.properties?.['channel'] ?? {})
  return (
    <div className="campaign-columns">
      <Stack gap="lg">
        <section className="surface section">
          <Title order={2}>{t('campaign.basics')}</Title>
          <CampaignField draft={draft} name="name" />
          {record === undefined ? (
            <Input.Wrapper label={labelOf('channel')} labelElement="div">
              <SegmentedControl
                fullWidth
                mt={4}
                aria-label={labelOf('channel')}
                data={channels.map((value) => ({ value, label: labelOf(value) }))}
                value={channel}
                onChange={(next) => change({ channel: next })}
              />
            </Input.Wrapper>
          ) : (
            <Text size="sm" c="dimmed">
              {labelOf('channel')}: {labelOf(channel)}
            </Text>
          )}
        </section>
        <section className="surface section">
          <Title order={2}>{t('campaign.people')}</Title>
          <Text size="sm" c="dimmed">
            {t('campaign.people.text')}
          </Text>
          <CampaignField draft={draft} name="audience" />
          <CampaignField draft={draft} name="filter" />
        </section>
      </Stack>
      <AudienceCount values={values} />
    </div>
  )
}

const countMs = 350

/** The number of contacts that would get the campaign now, and those left out by their reason. */
function AudienceCount({ values }: { values: FormValues }) {
  const [counted] = useDebouncedValue(values, countMs)
  const { contactIds = [], excludeSegmentIds = [] } = audienceOf(counted)
  const filters = audienceFilters(counted)
  return (
    <section className="surface section campaign-count" aria-label={t('campaign.count')}>
      <Title order={2}>{t('campaign.count')}</Title>
      {filters === undefined ? (
        <Text c="dimmed" size="sm">
          {t('campaign.count.none')}
        </Text>
      ) : (
        <Counts {...filters} values={counted} hasExcluded={excludeSegmentIds.length > 0} />
      )}
      {contactIds.length === 0 ? null : <Text size="sm">{plural('campaign.count.chosen', contactIds.length)}</Text>}
    </section>
  )
}

type CountsProps = { named: FilterTree; rest: FilterTree; values: FormValues; hasExcluded: boolean }

function Counts({ named, rest, values, hasExcluded }: CountsProps) {
  const { channel, topic } = values
  const isAddressed = channel !== 'webhook'
  const address = { field: addressOf(channel), is: 'notExists' }
  const all = useCount(named, true)
  const kept = useCount(rest, true)
  const reached = useCount(both(rest, ...reachOf(values)), true)
  const without = useCount(both(rest, address), isAddressed)
  const unwilling = useCount(both(rest, { op: 'not', of: subscribed }, { op: 'not', of: address }), isAddressed)
  const away = useCount(
    both(rest, ...reachOf({ channel }), { op: 'not', of: { field: 'topics', is: 'any', value: [topic] } }),
    typeof topic === 'string',
  )
  const excluded = hasExcluded && all !== undefined && kept !== undefined ? all - kept : 0
  const rows = [
    ['excluded', excluded],
    ['noAddress', without],
    ['unsubscribed', unwilling],
    ['topic', away],
  ] as const
  if (reached === undefined) return <Text c="dimmed">…</Text>
  return (
    <>
      <p className="campaign-number" role="status">
        <strong>{numberText(reached)}</strong> {t('campaign.count.reached', { count: numberText(all ?? reached) })}
      </p>
      <ul className="campaign-reasons">
        {rows.map(([key, count]) =>
          count === undefined || count === 0 ? null : (
            <li key={key}>
              <span>{t(`campaign.left.${key}`)}</span>
              <span>{numberText(count)}</span>
            </li>
          ),
        )}
      </ul>
    </>
  )
}

function useCount(filter: FilterTree, isOn: boolean): number | undefined {
  const canRead = useScope()('marketing.contact:read')
  const { data } = useRead<OutputOf<'marketing.contact.count'>>(
    'marketing.contact.count',
    { filter },
    { isOn: isOn && canRead },
  )
  return data?.count
}
