import { Badge, Button, Group, Stack, Switch, Text, Title } from '@mantine/core'
import { Ban, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useAccount, useScope } from '#console/app/session.tsx'
import type { OutputOf } from '#console/app/client.ts'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { labelOf } from '#console/parts/labels.ts'
import { notifyFailure } from '#console/parts/notices.tsx'
import { useRead, type ApiPage } from '#console/parts/recordQueries.ts'
import { exactMomentText, momentText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { SubscribeDialog } from './subscribeDialog.tsx'
import './contacts.css'

type Timeline = OutputOf<'marketing.contact.timeline'>

const consentsShown = 10

/** Mail to a contact: whether there is any, the topics as switches, and the evidence of each agreement. */
export function Panel({ record, reload }: PanelProps) {
  return (
    <section className="surface section" aria-label={t('profile.mail')}>
      <Title order={2}>{t('profile.mail')}</Title>
      <Reachability record={record} />
      <Subscription record={record} reload={reload} />
      <Topics record={record} reload={reload} />
      <Evidence contactId={record.id} />
    </section>
  )
}

function Reachability({ record }: Pick<PanelProps, 'record'>) {
  const flags = Array.isArray(record['addressFlags']) ? record['addressFlags'].map(String) : []
  const isSuppressed = record['isSuppressed'] === true
  return (
    <Stack gap="xs">
      {isSuppressed ? (
        <Group gap="xs" wrap="nowrap" align="start">
          <Badge color="red" variant="light" tt="none" leftSection={<Ban size={12} aria-hidden />}>
            {t('profile.suppressed')}
          </Badge>
          <Text size="xs">{t('profile.suppressed.text')}</Text>
        </Group>
      ) : null}
      {flags.map((flag) => (
        <Badge key={flag} color="yellow" variant="light" tt="none">
          {labelOf(flag)}
        </Badge>
      ))}
      {record['status'] === 'subscribed' || isSuppressed ? null : (
        <Text size="sm" c="dimmed">
          {t('profile.noMail', { status: labelOf(String(record['status'])) })}
        </Text>
      )}
    </Stack>
  )
}

/** A button that subscribes a contact with the evidence of its agreement. */
function Subscription({ record, reload }: Pick<PanelProps, 'record' | 'reload'>) {
  const canWrite = useScope()('marketing.contact:write')
  const [isOpen, setOpen] = useState(false)
  const isOff = record['status'] !== 'subscribed' && record['status'] !== 'archived'
  if (!canWrite || !isOff) return null
  return (
    <>
      <Button variant="default" size="xs" style={{ justifySelf: 'start' }} onClick={() => setOpen(true)}>
        {t('profile.subscribe')}
      </Button>
      {isOpen ? <SubscribeDialog record={record} reload={reload} close={() => setOpen(false)} /> : null}
    </>
  )
}

function Topics({ record, reload }: Pick<PanelProps, 'record' | 'reload'>) {
  const { client } = useAccount()
  const hasScope = useScope()
  const canWrite = hasScope('marketing.contact:write')
  const { data } = useRead<ApiPage>('marketing.topic.all', { limit: 100 }, { isOn: hasScope('marketing.topic:read') })
  const [pending, setPending] = useState<string[]>()
  const stored = Array.isArray(record['topics']) ? record['topics'].map(String) : []
  const mine = pending ?? stored
  const choices = data?.items ?? []
  const set = async (key: string, isOn: boolean) => {
    const topics = isOn ? [...mine, key] : mine.filter((each) => each !== key)
    setPending(topics)
    try {
      await client.callAny('marketing.contact.update', { contactId: record.id, topics, consent: byHand })
      await reload()
    } catch (error) {
      notifyFailure(error)
    } finally {
      setPending(undefined)
    }
  }
  if (choices.length === 0) return null
  return (
    <Stack gap="xs" role="group" aria-label={t('profile.topics')}>
      <Title order={3} size="h6">
        {t('profile.topics')}
      </Title>
      {choices.map((topic) => {
        const key = String(topic['key'])
        return (
          <Switch
            key={key}
            label={String(topic['name'])}
            checked={mine.includes(key)}
            disabled={!canWrite}
            onChange={(event) => void set(key, event.currentTarget.checked)}
          />
        )
      })}
    </Stack>
  )
}

/** Source of a change by an operator: the evidence says that no person clicked a form. */
const byHand = { source: 'console' }

function Evidence({ contactId }: { contactId: string }) {
  const isOn = useScope()('marketing.contact:read')
  const input = { contactId, kinds: ['consent'], limit: consentsShown }
  const { data } = useRead<Timeline>('marketing.contact.timeline', input, { isOn })
  const entries = data?.items ?? []
  return (
    <Stack gap="xs">
      <Title order={3} size="h6">
        {t('profile.evidence')}
      </Title>
      {entries.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('profile.evidence.none')}
        </Text>
      ) : null}
      <ul className="segments">
        {entries.map(({ id, name, at, subject, data: evidence }) => (
          <li key={id}>
            <Group gap={6} wrap="nowrap" align="start">
              <ShieldCheck size={15} aria-hidden className="profile-icon" />
              <div>
                <Text size="sm">
                  {labelOf(name)}
                  {subject === null ? '' : `: ${subject}`}
                </Text>
                <Text size="xs" c="dimmed" title={exactMomentText(at)}>
                  {[momentText(at), evidence['source'], evidence['ip']]
                    .filter((part) => part !== undefined)
                    .join(' · ')}
                </Text>
                {typeof evidence['text'] === 'string' ? <Text size="xs">“{evidence['text']}”</Text> : null}
              </div>
            </Group>
          </li>
        ))}
      </ul>
    </Stack>
  )
}
