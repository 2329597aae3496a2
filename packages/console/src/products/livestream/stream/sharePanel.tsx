import { Anchor, Code, Group, Stack, Text, Title } from '@mantine/core'
import type { OutputOf } from '#console/app/client.ts'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { useRead } from '#console/parts/recordQueries.ts'
import { CopyButton } from '#console/parts/values/secretView.tsx'
import { t } from '#console/texts/texts.ts'

/** The address of the page and the code that puts the player on another page. */
export function Panel({ noun, record }: PanelProps) {
  const { data, isError } = useRead<OutputOf<'livestream.stream.getEmbedCode'>>('livestream.stream.getEmbedCode', {
    [noun.idKey ?? 'streamId']: record.id,
  })
  const { playerUrl } = Object(record['playback'])
  // A closed video has no code for everyone: its page lets in those who may watch.
  const page = data?.playerUrl ?? (isError && typeof playerUrl === 'string' ? playerUrl : undefined)
  if (page === undefined) return null
  return (
    <section className="surface section">
      <Title order={2}>{t('stream.share')}</Title>
      <Stack gap="xs">
        <Group gap={4} wrap="nowrap">
          <Anchor href={page} target="_blank" rel="noopener" size="sm" className="value-text">
            {page}
          </Anchor>
          <CopyButton text={page} label={t('value.copy', { name: t('stream.share.page') })} />
        </Group>
        {data === undefined ? (
          <Text size="xs" c="dimmed">
            {t('stream.share.closed')}
          </Text>
        ) : (
          <>
            <Group justify="space-between" wrap="nowrap">
              <Text size="xs" c="dimmed">
                {t('stream.share.embed')}
              </Text>
              <CopyButton text={data.iframe} label={t('value.copy', { name: t('stream.share.embed') })} />
            </Group>
            <Code block tabIndex={0} className="call-text">
              {data.iframe}
            </Code>
          </>
        )}
      </Stack>
    </section>
  )
}
