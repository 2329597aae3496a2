import { Button, Group, Text, Title } from '@mantine/core'
import { useId, useState } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { useAccount } from '#console/app/session.tsx'
import { notifyFailure } from '#console/parts/notices.tsx'
import { useRead } from '#console/parts/recordQueries.ts'
import { agoText, bytesText, exactMomentText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { VersionDiff } from './versionDiff.tsx'

type Texts = { subject: string; preheader: string; body: string }
/** `edited`: the body in the editor, to which a version is compared. */
type VersionsProps = { templateId: string; current: number; edited: string; restore(texts: Texts): void }

/** Versions of a template; the texts of one can be opened in the editor again. */
export function Versions({ templateId, current, edited, restore }: VersionsProps) {
  const { client } = useAccount()
  const id = useId()
  const [compared, setCompared] = useState<{ version: number; body: string }>()
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
  const compare = async (version: number) => {
    try {
      const { body } = await client.call('marketing.template.get', { templateId, version })
      setCompared({ version, body })
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
            <Group gap="xs">
              <Button
                variant="default"
                size="compact-sm"
                aria-label={t('blocks.compare.of', { version })}
                onClick={() => void compare(version)}
              >
                {t('blocks.compare')}
              </Button>
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
      {compared === undefined ? null : (
        <VersionDiff
          version={compared.version}
          before={compared.body}
          after={edited}
          close={() => setCompared(undefined)}
        />
      )}
    </section>
  )
}
