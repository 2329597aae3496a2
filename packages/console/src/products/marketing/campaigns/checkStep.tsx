import { Anchor, Badge, Button, Group, Text, Title } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { CalendarClock, CircleAlert, CircleCheck, Send, TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { useAccount, useScope } from '#console/app/session.tsx'
import { confirmed } from '#console/parts/confirmation.ts'
import { notify } from '#console/parts/notices.tsx'
import { useRead } from '#console/parts/recordQueries.ts'
import { durationWords } from '#console/products/marketing/automations/stepTexts.ts'
import { findings } from '#console/products/marketing/templates/mailPreview.tsx'
import { TestMail } from '#console/products/marketing/templates/testMail.tsx'
import { momentText, numberText } from '#console/texts/formats.ts'
import { plural, t } from '#console/texts/texts.ts'
import { Preview } from './contentStep.tsx'
import { useDoubts } from './doubts.ts'
import { firstStepOf, remarksOf, timeOf, type Step, type StepWay } from './campaignDraft.ts'
import { isSaved, type CampaignDraft } from './useCampaign.ts'

type CheckProps = { draft: CampaignDraft; way: StepWay }

/** The last look: who gets the campaign, what is missing or doubtful, a test, and the start. */
export function CheckStep({ draft, way }: CheckProps) {
  const { values, found, record, save } = draft
  const first = useRef(false)
  useEffect(() => {
    // An address that leads here directly has no numbers yet.
    if (first.current || found !== undefined || record === undefined) return
    first.current = true
    void save()
  }, [found, record, save])
  const remarks = remarksOf(values, found?.audienceEstimate)
  const warnings = findings.filter((each) => found?.warnings.includes(each))
  const doubts = useDoubts(draft)
  const isReady = record !== undefined && remarks.every(({ isMissing }) => !isMissing)
  return (
    <>
      <section className="surface section">
        <Title order={2}>{t('campaign.summary')}</Title>
        <Summary draft={draft} />
      </section>
      {values['channel'] === 'email' ? (
        <section className="surface section campaign-preview" aria-label={t('template.preview')}>
          <Title order={2}>{t('campaign.preview')}</Title>
          <Preview values={values} />
        </section>
      ) : null}
      <section className="surface section">
        <Title order={2}>{t('campaign.checks')}</Title>
        <ul className="campaign-checks">
          {remarks.map(({ key, step, isMissing }) => (
            <Check key={key} text={t(`campaign.check.${key}`)} {...{ step, isMissing, way }} />
          ))}
          {warnings.map((each) => (
            <Check key={each} text={t(`template.finding.${each}`)} step="content" isMissing={false} way={way} />
          ))}
          {doubts.map(({ key, page }) => (
            <Check key={key} text={t(`campaign.check.${key}`)} step="content" {...{ page, way }} isMissing={false} />
          ))}
          {remarks.length + warnings.length + doubts.length === 0 && found !== undefined ? (
            <li data-kind="fine">
              <CircleCheck size={18} aria-hidden />
              <span>{t('campaign.check.fine')}</span>
            </li>
          ) : null}
        </ul>
        {record === undefined || values['channel'] !== 'email' ? null : (
          <Group gap="sm">
            <TestMail
              operationId="marketing.campaign.test"
              target={{ campaignId: record.id }}
              isChanged={draft.isChanged}
            />
            <Text size="sm" c="dimmed">
              {t('campaign.test.text')}
            </Text>
          </Group>
        )}
      </section>
      <StartButtons draft={draft} way={way} isReady={isReady} />
    </>
  )
}

type LineProps = {
  page?: string | undefined
  text: string
  step: Exclude<Step, 'check'>
  isMissing: boolean
  way: StepWay
}

function Check({ text, step, page, isMissing, way }: LineProps) {
  const Icon = isMissing ? CircleAlert : TriangleAlert
  return (
    <li data-kind={isMissing ? 'missing' : 'hint'}>
      <Icon size={18} aria-hidden />
      <span>
        {text}{' '}
        {page === undefined ? (
          <Anchor component="button" type="button" inherit onClick={() => void way.move(step)}>
            {t('campaign.check.go', { step: t(`campaign.step.${step}`) })}
          </Anchor>
        ) : (
          <Anchor component={Link} to={page} inherit>
            {t('campaign.check.mend')}
          </Anchor>
        )}
      </span>
      <Badge size="sm" color={isMissing ? 'red' : 'yellow'} variant="light">
        {t(isMissing ? 'campaign.check.missing' : 'campaign.check.hint')}
      </Badge>
    </li>
  )
}

function Summary({ draft: { values, found } }: { draft: CampaignDraft }) {
  const { templateId, subject, body, from, variants } = values
  const template = useRead<OutputOf<'marketing.template.get'>>(
    'marketing.template.get',
    { templateId },
    { isOn: typeof templateId === 'string' },
  ).data
  const named = template?.name
  const sender = Object(from)
  const count = Array.isArray(variants) ? variants.length : 0
  const content = typeof templateId === 'string' ? (named ?? '…') : String(subject ?? body ?? '–')
  const rows = [
    ['people', found === undefined ? '…' : plural('campaign.estimate', found.audienceEstimate)],
    ['content', count === 0 ? content : `${content} · ${t('campaign.summary.variants', { count })}`],
    ['subject', String((typeof templateId === 'string' ? template?.subject : subject) ?? '–')],
    ['sender', sender.email === undefined ? t('campaign.summary.own') : `${sender.name ?? ''} <${sender.email}>`],
    ['time', timeText(values)],
  ] as const
  return (
    <dl className="campaign-summary" aria-live="polite">
      {rows.map(([key, text]) =>
        (key === 'sender' || key === 'subject') && values['channel'] !== 'email' ? null : (
          <div key={key}>
            <dt>{t(`campaign.summary.${key}`)}</dt>
            <dd>{text.trim()}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

function timeText(values: CampaignDraft['values']): string {
  const { sendAt, localTime } = values
  const at = typeof sendAt === 'string' ? momentText(sendAt) : ''
  const time = timeOf(values)
  if (time === 'local') {
    const local = t('campaign.summary.local', { time: String(localTime ?? '') })
    return at === '' ? local : `${local} · ${at}`
  }
  return time === 'now' ? t('campaign.summary.now') : at
}

/** Share of a test that names none. */
const samplePercentDefault = 10

/** The share of a test of variants in percent, and its time; undefined for a campaign without variants. */
function sampleOf({
  variants,
  abTest,
}: CampaignDraft['values']): { percent: string; decideAfter?: string } | undefined {
  if (!Array.isArray(variants) || variants.length === 0) return undefined
  const { samplePercent = samplePercentDefault, decideAfter } = Object(abTest)
  return { percent: numberText(Number(samplePercent)), ...(decideAfter === undefined ? {} : { decideAfter }) }
}

/** The start of a test of variants in words; undefined for a campaign without variants. */
function testText(values: CampaignDraft['values'], count: number): string | undefined {
  const sample = sampleOf(values)
  if (sample === undefined) return undefined
  const parts = { count: numberText(count), percent: sample.percent, time: timeText(values) }
  return sample.decideAfter === undefined
    ? t('campaign.start.test.byHand', parts)
    : t('campaign.start.test', { ...parts, span: durationWords(sample.decideAfter) })
}

/** Words of the button that starts: those of a test name its share, since the others get the winner later. */
function startText(values: CampaignDraft['values'], count: number | undefined): string {
  if (count === undefined) return t('campaign.start')
  const sample = sampleOf(values)
  const parts = { count: numberText(count) }
  return sample === undefined
    ? t('campaign.start.count', parts)
    : t('campaign.start.sample', { ...parts, percent: sample.percent })
}

function StartButtons({ draft, way, isReady }: CheckProps & { isReady: boolean }) {
  const { record, values, found, isBusy } = draft
  const { id: accountId } = useAccount()
  const navigate = useNavigate()
  const maySend = useScope()('marketing.campaign:send')
  const status = record?.status ?? 'draft'
  const isTimed = typeof values['sendAt'] === 'string'
  const count = found?.audienceEstimate ?? 0
  const run = async (action: 'start' | 'schedule') => {
    const key = action === 'start' ? 'campaign.start' : 'campaign.schedule'
    const test = testText(values, count)
    const isSure = await confirmed({
      title: t(`${key}.title`, { name: String(values['name']) }),
      text: test ?? plural(`${key}.text`, count, { time: timeText(values) }),
      button: test === undefined ? plural(`${key}.button`, count) : t(key),
    })
    if (!isSure) return
    const result = await draft.save({ action })
    if (isSaved(result)) {
      await navigate({ to: `/${accountId}/marketing/campaign/${result.id}` })
      notify(t(`${key}.done`, { name: result.name, time: timeText(values) }))
      return
    }
    const first = firstStepOf(result)
    if (first !== undefined) await way.move(first)
  }
  const isScheduled = status === 'scheduled'
  return (
    <Group className="form-buttons">
      <Button variant="default" onClick={() => void way.move('delivery')}>
        {t('campaign.back')}
      </Button>
      {isTimed && !isScheduled && maySend ? (
        <Button
          leftSection={<CalendarClock size={16} aria-hidden />}
          disabled={!isReady}
          loading={isBusy}
          onClick={() => void run('schedule')}
        >
          {t('campaign.schedule')}
        </Button>
      ) : null}
      {status !== 'missed' && maySend && (!isTimed || isScheduled) ? (
        <Button
          variant={isScheduled ? 'default' : 'filled'}
          leftSection={<Send size={16} aria-hidden />}
          disabled={!isReady}
          loading={isBusy}
          onClick={() => void run('start')}
        >
          {startText(values, found?.audienceEstimate)}
        </Button>
      ) : null}
      {isScheduled ? <Text size="sm">{t('campaign.scheduled', { time: timeText(values) })}</Text> : null}
      {maySend ? null : <Text size="sm">{t('campaign.noScope')}</Text>}
    </Group>
  )
}
