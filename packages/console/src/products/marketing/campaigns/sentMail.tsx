import { Button, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { useRead } from '#console/parts/recordQueries.ts'
import { RecordLink } from '#console/parts/values/recordLink.tsx'
import { t } from '#console/texts/texts.ts'
import { valuesOf, type Campaign } from './campaignDraft.ts'
import { Preview } from './contentStep.tsx'

type Template = OutputOf<'marketing.template.get'>

/** The mail of a campaign: its subject, its template, and the mail itself on demand. */
export function SentMail({ campaign }: { campaign: Campaign }) {
  const [isOpen, setOpen] = useState(false)
  const { templateId, templateVersion, channel } = campaign
  const input = { templateId, ...(templateVersion === null ? {} : { version: templateVersion }) }
  const { data } = useRead<Template>('marketing.template.get', input, { isOn: templateId !== null })
  if (channel !== 'email') return null
  return (
    <section className="surface section" aria-label={t('report.mail')}>
      <Title order={2}>{t('report.mail')}</Title>
      <Text fw={600}>{campaign.subject ?? data?.subject ?? '–'}</Text>
      {templateId === null ? null : <RecordLink id={templateId} />}
      <Button
        variant="default"
        size="xs"
        style={{ justifySelf: 'start' }}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t('campaign.preview')}
      </Button>
      {isOpen ? <Preview values={{ ...valuesOf(campaign), templateVersion }} /> : null}
    </section>
  )
}
