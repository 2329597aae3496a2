import { Badge, Code, Group, Stack, Text } from '@mantine/core'
import { CirclePile, Mail, ShieldCheck, Star, Tag, Workflow, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { isRecordId } from '#console/parts/cards.ts'
import { factTitle, labelOf } from '#console/parts/labels.ts'
import { RecordLink } from '#console/parts/values/recordLink.tsx'
import { StatusBadge } from '#console/parts/values/statusBadge.tsx'
import { exactMomentText, momentText, numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'

type ApiEntry = OutputOf<'marketing.contact.timeline'>['items'][number]
type TagEntry = { id: string; kind: 'tag'; at: string; added: readonly string[]; removed: readonly string[] }

/** An entry of the activity of a contact: one of the API, or a change of tags. */
export type Entry = ApiEntry | TagEntry

const icons = {
  event: Zap,
  message: Mail,
  automation: Workflow,
  tag: Tag,
  consent: ShieldCheck,
  score: Star,
  segment: CirclePile,
} as const

/** An entry: its kind, its title with a link to the record that it is about, and its details. */
export function ActivityEntry({ entry }: { entry: Entry }) {
  const { kind, at } = entry
  const Icon = icons[kind]
  return (
    <li>
      <div className="activity-head">
        <Icon size={15} aria-hidden className="activity-icon" />
        <Text size="sm" fw={600} component="span" className="activity-name">
          {kind === 'tag' ? <TagTitle entry={entry} /> : <Title entry={entry} />}
        </Text>
        <time className="timeline-at" dateTime={at} title={exactMomentText(at)}>
          {momentText(at)}
        </time>
      </div>
      {kind === 'tag' ? null : <Details entry={entry} />}
    </li>
  )
}

function TagTitle({ entry: { added, removed } }: { entry: TagEntry }) {
  return (
    <>
      {added.length === 0 ? null : `${t('activity.tags.added')}: ${added.join(', ')}`}
      {added.length > 0 && removed.length > 0 ? ' · ' : null}
      {removed.length === 0 ? null : `${t('activity.tags.removed')}: ${removed.join(', ')}`}
    </>
  )
}

function Title({ entry }: { entry: ApiEntry }): ReactNode {
  const { id, kind, name, subject, data } = entry
  switch (kind) {
    case 'message':
      return (
        <>
          {t(channelOf(subject))}: <MessageSource data={data} />
        </>
      )
    case 'automation':
      return (
        <>
          {t(data['emailSequenceId'] === undefined ? 'activity.entered' : 'activity.enrolled')}:{' '}
          <Linked id={data['automationId'] ?? data['emailSequenceId']} text={subject ?? ''} />
        </>
      )
    case 'segment':
      return (
        <>
          {t('activity.joined')}: <Linked id={id} text={subject ?? ''} />
        </>
      )
    case 'score':
      return `${pointsText(Number(data['points'] ?? 0))} · ${subject ?? labelOf(name)}`
    case 'consent':
      return `${t('activity.consent')}: ${labelOf(name)}${subject === null ? '' : ` · ${subject}`}`
    default:
      return <span title={name}>{factTitle(name)}</span>
  }
}

function channelOf(channel: string | null): 'activity.mail' | 'activity.sms' | 'activity.call' {
  return channel === 'sms' ? 'activity.sms' : channel === 'webhook' ? 'activity.call' : 'activity.mail'
}

function pointsText(points: number): string {
  return t('activity.points', { points: numberText(points, { signDisplay: 'exceptZero', maximumFractionDigits: 1 }) })
}

/** The cause of a message by its name: a campaign, an automation, a sequence, else its template or subject. */
function MessageSource({ data }: { data: ApiEntry['data'] }) {
  const { campaignId, automationId, emailSequenceId, templateId, title } = data
  const source = [campaignId, automationId, emailSequenceId, templateId].find((each) => typeof each === 'string')
  if (source !== undefined) return <Linked id={source} />
  return <>{typeof title === 'string' ? title : t('activity.single')}</>
}

function Linked({ id, text }: { id: unknown; text?: string }) {
  return <RecordLink id={String(id)} {...(text === undefined ? {} : { text })} />
}

function Details({ entry }: { entry: ApiEntry }): ReactNode {
  const { kind, name, subject, data } = entry
  if (kind === 'message') return <MessageDetails name={name} data={data} />
  if (kind === 'automation') return <RunDetails name={name} data={data} />
  if (kind === 'event') {
    return (
      <Stack gap={2}>
        {subject === null ? null : (
          <Text size="xs" c="dimmed" component="span">
            <PropertyValue value={subject} />
          </Text>
        )}
        <Properties data={data} />
      </Stack>
    )
  }
  if (kind === 'consent') return <ConsentDetails data={data} />
  const { expiresAt } = data
  return typeof expiresAt === 'string' ? (
    <Text size="xs" c="dimmed">
      {t('activity.expires', { at: momentText(expiresAt) })}
    </Text>
  ) : null
}

/** Where a contact agreed, and to which words. */
function ConsentDetails({ data }: Pick<ApiEntry, 'data'>) {
  const { text, source, ...others } = data
  return (
    <Stack gap={2} mt={4}>
      {typeof text === 'string' ? <Text size="sm">“{text}”</Text> : null}
      {typeof source === 'string' ? (
        <Text size="xs" c="dimmed">
          {source}
        </Text>
      ) : null}
      <Properties data={others} />
    </Stack>
  )
}

const moments = [
  'sentAt',
  'deliveredAt',
  'openedAt',
  'clickedAt',
  'repliedAt',
  'bouncedAt',
  'unsubscribedAt',
  'complainedAt',
] as const
const bad = new Set<string>(['bouncedAt', 'unsubscribedAt', 'complainedAt'])

/** Moments of a message; before it has left, its state and its reason. */
function MessageDetails({ name, data }: Pick<ApiEntry, 'name' | 'data'>) {
  const { skipReason, bounceKind, topic } = data
  const happened = moments.filter((each) => typeof data[each] === 'string')
  const reasons = [skipReason, bounceKind].filter((each) => typeof each === 'string').map(labelOf)
  return (
    <Group gap={6} mt={4}>
      {happened.length === 0 || name !== 'sent' ? <StatusBadge status={name} /> : null}
      {happened.map((each) => (
        <Badge
          key={each}
          size="sm"
          variant="light"
          tt="none"
          color={bad.has(each) ? 'red' : 'teal'}
          title={exactMomentText(String(data[each]))}
        >
          {t(`activity.${each}`)} · {momentText(String(data[each]))}
        </Badge>
      ))}
      {[...reasons, ...(typeof topic === 'string' ? [topic] : [])].map((text) => (
        <Text key={text} size="xs" c="dimmed">
          {text}
        </Text>
      ))}
    </Group>
  )
}

/** The state of a run: until when it waits, or when and why it ended. */
function RunDetails({ name, data }: Pick<ApiEntry, 'name' | 'data'>) {
  const { dueAt, endedAt, goalAt, reason } = data
  const ended = typeof endedAt === 'string' ? t('activity.ended', { at: momentText(endedAt) }) : undefined
  const due = name === 'active' && typeof dueAt === 'string' ? t('activity.due', { at: momentText(dueAt) }) : undefined
  const goal = typeof goalAt === 'string' ? t('activity.goal') : undefined
  const texts = [due, ended, goal, typeof reason === 'string' ? labelOf(reason) : undefined]
  return (
    <Group gap={6} mt={4}>
      <StatusBadge status={name} />
      <Text size="xs" c="dimmed">
        {texts.filter((each) => each !== undefined).join(' · ')}
      </Text>
    </Group>
  )
}

const propertiesMax = 8
const textMax = 120

function Properties({ data }: { data: ApiEntry['data'] }) {
  const entries = Object.entries(data).filter(([, value]) => value !== null)
  if (entries.length === 0) return null
  return (
    <dl className="changes">
      {entries.slice(0, propertiesMax).map(([name, value]) => (
        <div key={name}>
          <dt>{labelOf(name)}</dt>
          <dd>
            <PropertyValue value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function PropertyValue({ value }: { value: unknown }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (isRecordId(text)) return <RecordLink id={text} />
  return <Code>{text.length > textMax ? `${text.slice(0, textMax)}…` : text}</Code>
}
