import { Radio, Select, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { momentOf, wallOf } from '#console/parts/form/wallTime.ts'
import { labelOf } from '#console/parts/labels.ts'
import { useRead, type ApiPage } from '#console/parts/recordQueries.ts'
import { timeZone } from '#console/texts/formats.ts'
import { FieldWidget as TopicWidget } from '#console/products/marketing/topicWidget.tsx'
import { t } from '#console/texts/texts.ts'
import { timeOf, times, type Time } from './campaignDraft.ts'
import { CampaignField, Fold } from './campaignField.tsx'
import type { CampaignDraft } from './useCampaign.ts'

type DeliveryProps = { draft: CampaignDraft }

/** Sender and time; options that few campaigns need are folded. */
export function DeliveryStep({ draft }: DeliveryProps) {
  const isMail = draft.values['channel'] === 'email'
  return (
    <>
      <section className="surface section">
        <Title order={2}>{t('campaign.sender')}</Title>
        <div className="form-grid">
          {isMail ? <CampaignField draft={draft} name="from" /> : null}
          {isMail ? <CampaignField draft={draft} name="replyTo" /> : null}
          <IntegrationSelect draft={draft} />
          <TopicSelect draft={draft} />
        </div>
      </section>
      <TimeFields draft={draft} />
      <Fold
        draft={draft}
        title={t('campaign.pace')}
        text={t('campaign.pace.text')}
        names={['sendWindow', 'throttle', 'frequencyCap']}
      />
      <Fold
        draft={draft}
        title={t('campaign.measure')}
        text={t('campaign.measure.text')}
        names={isMail ? ['tracking', 'utm', 'conversion'] : ['utm', 'conversion']}
      />
      <Fold
        draft={draft}
        title={t('campaign.trouble')}
        text={t('campaign.trouble.text')}
        names={['latestStart', 'onUncertain']}
      />
    </>
  )
}

const typesOf: Readonly<Record<string, readonly string[]>> = {
  email: ['smtp', 'ses', 'mailgun', 'postmark', 'sendgrid'],
  sms: ['smsHttp'],
  webhook: ['outboundWebhook'],
}

/** The choice among the integrations that carry the channel. */
function IntegrationSelect({ draft: { values, errors, change } }: DeliveryProps) {
  const channel = String(values['channel'])
  const value = typeof values['integrationId'] === 'string' ? values['integrationId'] : null
  const { data } = useRead<ApiPage>('marketing.integration.all', { limit: 100 })
  const items = (data?.items ?? []).filter(({ type }) => typesOf[channel]?.includes(String(type)))
  const known = value === null || items.some(({ id }) => id === value) ? [] : [{ value, label: value }]
  return (
    <div data-path="/integrationId">
      <Select
        label={labelOf('integrationId')}
        description={t(channel === 'email' ? 'campaign.integration.mail' : 'campaign.integration.other')}
        placeholder={channel === 'email' ? t('campaign.integration.own') : undefined}
        withAsterisk={channel === 'webhook'}
        error={errors['/integrationId']}
        clearable
        data={[
          ...known,
          ...items.map(({ id, name, status }) => ({
            value: id,
            label: status === 'active' ? String(name) : `${String(name)} (${labelOf(String(status))})`,
          })),
        ]}
        value={value}
        onChange={(integrationId) => change({ integrationId })}
      />
    </div>
  )
}

/** The choice of a topic by its name; the campaign keeps its key. */
function TopicSelect({ draft: { values, errors, change } }: DeliveryProps) {
  return (
    <div data-path="/topic">
      <TopicWidget
        label={labelOf('topic')}
        description={t('campaign.topic')}
        placeholder={t('campaign.topic.any')}
        errors={{ '': errors['/topic'] ?? '' }}
        value={values['topic']}
        onChange={(topic) => change({ topic })}
      />
    </div>
  )
}

const dayMs = 86_400_000
const morning = '09:00'

/** Nine o'clock of tomorrow on the clock of the person. */
function tomorrow(): string {
  const zone = timeZone()
  const day = wallOf(new Date(Date.now() + dayMs).toISOString(), zone).slice(0, 10)
  return momentOf(`${day}T${morning}`, zone)
}

function TimeFields({ draft }: DeliveryProps) {
  const { values, change } = draft
  const [time, setTime] = useState(() => timeOf(values))
  const choose = (next: Time) => {
    setTime(next)
    const sendAt = next === 'time' ? (values['sendAt'] ?? tomorrow()) : null
    const local = next === 'local'
    change({ sendAt, sendMode: local ? 'localTime' : 'immediate', localTime: local ? morning : null })
  }
  return (
    <section className="surface section">
      <Title order={2} id="campaign-time">
        {t('campaign.time')}
      </Title>
      <Radio.Group
        aria-labelledby="campaign-time"
        value={time}
        onChange={(next) => choose(times.find((each) => each === next) ?? 'now')}
      >
        <Stack gap="sm">
          {times.map((each) => (
            <Radio
              key={each}
              value={each}
              label={t(`campaign.time.${each}`)}
              description={t(`campaign.time.${each}.text`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {time === 'now' ? null : (
        <div className="form-grid">
          {time === 'local' ? <CampaignField draft={draft} name="localTime" /> : null}
          <CampaignField draft={draft} name="sendAt" />
        </div>
      )}
    </section>
  )
}
