import { Button, Code, Group, Stack, Text, Title } from '@mantine/core'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useAccount, useScope } from '#console/app/session.tsx'
import { confirmed } from '#console/parts/confirmation.ts'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { notifyFailure } from '#console/parts/notices.tsx'
import { CopyButton, SecretView } from '#console/parts/values/secretView.tsx'
import { t } from '#console/texts/texts.ts'

/** Server address and key for an encoder such as OBS. The whole key is shown once, after it was made. */
export function Panel({ record, reload }: PanelProps) {
  const { client } = useAccount()
  const hasScope = useScope()
  const { rtmpUrl, rtmpsUrl, streamKey } = Object(record['ingest'])
  const [newKey, setNewKey] = useState<string>()
  const rotate = async () => {
    const question = {
      title: t('stream.key.rotate.title'),
      text: t('stream.key.rotate.text'),
      button: t('stream.key.rotate'),
    }
    if (!(await confirmed(question))) return
    try {
      const made = await client.callAny('livestream.stream.update', { streamId: record.id, action: 'rotateKey' })
      setNewKey(String(Object(Object(made).ingest).streamKey))
      await reload()
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <section className="surface section">
      <Title order={2}>{t('stream.ingest')}</Title>
      <Stack gap="xs">
        {[rtmpUrl, rtmpsUrl]
          .filter((each) => typeof each === 'string')
          .map((address) => (
            <Address key={address} address={address} />
          ))}
        {typeof rtmpUrl === 'string' || typeof rtmpsUrl === 'string' ? null : (
          <Text size="sm" c="dimmed">
            {t('stream.ingest.off')}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {t('stream.key')}
        </Text>
        {newKey === undefined ? (
          <Code>{String(streamKey ?? '–')}</Code>
        ) : (
          <>
            <SecretView label={t('stream.key')} secret={newKey} />
            <Text size="xs">{t('form.result.once')}</Text>
          </>
        )}
        {hasScope('livestream.stream:write') ? (
          <Button
            variant="default"
            size="xs"
            leftSection={<KeyRound size={14} aria-hidden />}
            style={{ alignSelf: 'start' }}
            onClick={() => void rotate()}
          >
            {t('stream.key.rotate')}
          </Button>
        ) : null}
        <Text size="xs" c="dimmed">
          {t('stream.obs')}
        </Text>
      </Stack>
    </section>
  )
}

function Address({ address }: { address: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Code className="value-text">{address}</Code>
      <CopyButton text={address} label={t('value.copy', { name: t('stream.server') })} />
    </Group>
  )
}
