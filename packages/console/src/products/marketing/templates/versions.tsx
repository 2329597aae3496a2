import { Button, Group, Text, Title } from '@mantine/core'
import { useId } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { useAccount } from '#console/app/session.tsx'
import { notifyFailure } from '#console/parts/notices.tsx'
import { useRead } from '#console/parts/recordQueries.ts'
import { agoText, bytesText, exactMomentText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'

type Texts = { subject: string; preheader: string; body: string }
type VersionsProps = { templateId: string; current: number; restore(texts: Texts): void }

/** Versions of a template; the texts of one can be opened in the editor again. */
export function Versions({ templateId, current, restore }: VersionsProps) {
  const { client } = useAccount()
  const id = useId()
  const { data } = useRead<OutputOf<'marketing.template.versions'>>('marketing.template.versions', { templateId })
  if (data === undefined) return null
  const open = async (version: number) => {
    try {
      const { subject, preheader, body } = await client.call('marketing.template.get', { templateId, version })
      restore({ subject: subject ?? '', preheader: preheader ?? '', body })
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <section className="surface section" aria-labelledby={id}>
      <Title order={2} id={id}>
        {t('template.versions')}
      </Title>
      <ol className="template-versions">
        {data.items.map(({ version, createdAt, subject, bytes }) => (
          <li key={version}>
            <div>
              <Text>{subject ?? t('template.noSubject')}</Text>
              <Text size="xs" title={exactMomentText(createdAt)}>
                {t('template.version', { version, ago: agoText(createdAt), size: bytesText(bytes) })}
              </Text>
            </div>
            <Group>
              {version === current ? (
                <Text size="sm">{t('template.current')}</Text>
              ) : (
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={t('template.open.of', { version })}
                  onClick={() => void open(version)}
                >
                  {t('template.open')}
                </Button>
              )}
            </Group>
          </li>
        ))}
      </ol>
    </section>
  )
}
