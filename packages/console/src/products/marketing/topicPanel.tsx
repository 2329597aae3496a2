import { Button, Group, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import type { OutputOf } from '#console/app/client.ts'
import { useAccount, useScope } from '#console/app/session.tsx'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { filterText } from '#console/parts/list/listInput.ts'
import { useRead } from '#console/parts/recordQueries.ts'
import { numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import '#console/parts/figure.css'

type Count = OutputOf<'marketing.contact.count'>

/** Contacts who subscribe to a topic and get mail, and the way to them. */
export function Panel({ record }: PanelProps) {
  const { id: accountId } = useAccount()
  const isOn = useScope()('marketing.contact:read')
  const filter = {
    op: 'and',
    of: [
      { field: 'topics', is: 'any', value: [String(record['key'])] },
      { field: 'status', is: 'eq', value: 'subscribed' },
    ],
  }
  const { data } = useRead<Count>('marketing.contact.count', { filter }, { isOn })
  if (!isOn) return null
  return (
    <section className="surface section" aria-label={t('topic.subscribers')}>
      <Title order={2}>{t('topic.subscribers')}</Title>
      <Group justify="space-between" align="end">
        <dl className="figures">
          <div>
            <dt>{t('topic.subscribed')}</dt>
            <dd>{data === undefined ? '–' : numberText(data.count)}</dd>
          </div>
        </dl>
        <Button
          variant="default"
          size="xs"
          leftSection={<Users size={14} aria-hidden />}
          component={Link}
          to={`/${accountId}/marketing/contact`}
          // cast: the search of a list is any flat record of texts.
          search={{ filter: filterText(filter) } as never}
        >
          {t('topic.contacts')}
        </Button>
      </Group>
      {record['isPublic'] === false ? (
        <Text size="sm" c="dimmed">
          {t('topic.hidden')}
        </Text>
      ) : null}
    </section>
  )
}
