import { Badge, Table, Text, Title } from '@mantine/core'
import { useScope } from '#console/app/session.tsx'
import type { OutputOf } from '#console/app/client.ts'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { labelOf } from '#console/parts/labels.ts'
import { useRead } from '#console/parts/recordQueries.ts'
import { exactMomentText, momentText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import './contacts.css'

type Timeline = OutputOf<'marketing.contact.timeline'>

const rows = 100
const freshMs = 10_000
/** Moments of a message, the last of which counts. */
const moments = ['sentAt', 'openedAt', 'clickedAt', 'bouncedAt', 'unsubscribedAt', 'complainedAt'] as const
const bad = new Set(['bouncedAt', 'complainedAt'])

/** Messages to a contact: each with its state, and what happened with it. */
export function Panel({ record }: PanelProps) {
  const isOn = useScope()('marketing.contact:read')
  const input = { contactId: record.id, kinds: ['message'], limit: rows }
  const { data } = useRead<Timeline>('marketing.contact.timeline', input, { everyMs: freshMs, isOn })
  if (data === undefined) return null
  return (
    <section className="surface section">
      <Title order={2}>{t('profile.messages')}</Title>
      {data.items.length === 0 ? <Text c="dimmed">{t('profile.messages.none')}</Text> : null}
      {data.items.length === 0 ? null : (
        <div className="score-entries" tabIndex={0} role="region" aria-label={t('profile.messages')}>
          <Table fz="sm" miw="34rem">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('profile.messages.at')}</Table.Th>
                <Table.Th>{t('profile.messages.channel')}</Table.Th>
                <Table.Th>{t('profile.messages.state')}</Table.Th>
                <Table.Th>{t('profile.messages.happened')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.items.map(({ id, at, subject, name, data: message }) => (
                <Table.Tr key={id}>
                  <Table.Td title={exactMomentText(at)}>{momentText(at)}</Table.Td>
                  <Table.Td>
                    {[labelOf(subject ?? ''), message['topic']].filter((part) => part !== undefined).join(' · ')}
                  </Table.Td>
                  <Table.Td>
                    {labelOf(name)}
                    {reasonOf(message)}
                  </Table.Td>
                  <Table.Td>
                    {moments
                      .filter((each) => typeof message[each] === 'string')
                      .map((each) => (
                        <Badge
                          key={each}
                          size="sm"
                          mr={4}
                          variant="light"
                          tt="none"
                          color={bad.has(each) ? 'red' : 'teal'}
                          title={exactMomentText(String(message[each]))}
                        >
                          {labelOf(each)}
                        </Badge>
                      ))}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </section>
  )
}

function reasonOf({ skipReason, bounceKind }: Record<string, unknown>): string {
  const reason = skipReason ?? bounceKind
  return typeof reason === 'string' ? ` · ${labelOf(reason)}` : ''
}
