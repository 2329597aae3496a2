import { Button, Group, Text } from '@mantine/core'
import { ImageUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useAccount, useScope } from '#console/app/session.tsx'
import { useStale } from '#console/parts/recordQueries.ts'
import { imageFailure, imageTypes, uploadImage } from '#console/parts/upload/imageUpload.ts'
import { t } from '#console/texts/texts.ts'

/** The button that uploads images, one after the other. */
export function ListTool() {
  const account = useAccount()
  const stale = useStale()
  const canWrite = useScope()('account.image:write')
  const input = useRef<HTMLInputElement>(null)
  const [percent, setPercent] = useState<number>()
  const [failures, setFailures] = useState<readonly string[]>([])
  if (!canWrite) return null
  const send = async (files: readonly File[]) => {
    const failed: string[] = []
    for (const file of files) {
      setPercent(0)
      const sending = { signal: new AbortController().signal, onPercent: setPercent }
      await uploadImage(account, file, sending).catch((error) => failed.push(`${file.name}: ${imageFailure(error)}`))
    }
    setPercent(undefined)
    setFailures(failed)
    await stale('account.image')
  }
  return (
    <Group gap="sm">
      <Button
        variant="default"
        leftSection={<ImageUp size={16} aria-hidden />}
        loading={percent !== undefined}
        onClick={() => input.current?.click()}
      >
        {t('account.image.upload')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('account.image.upload')}
        accept={imageTypes.join(',')}
        onChange={({ currentTarget }) => {
          void send([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      {failures.length === 0 ? null : (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {failures.join(' ')}
        </Text>
      )}
    </Group>
  )
}
