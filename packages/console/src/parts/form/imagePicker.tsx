import { Button, Group, Loader, Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '#console/parts/dialog.tsx'
import { imageSource } from '#console/parts/ownAddress.ts'
import { useRead, type ApiPage } from '#console/parts/recordQueries.ts'
import { t } from '#console/texts/texts.ts'

const pageLength = 60
const pageLengthMax = 100

/** The images of the account, newest first, to choose one. */
export function ImagePicker({ close, choose }: { close(): void; choose(address: string): void }) {
  const [limit, setLimit] = useState(pageLength)
  const { data, error } = useRead<ApiPage>('account.image.all', { limit })
  const images = data?.items ?? []
  return (
    <Dialog onClose={close} title={t('form.image.pick')} size="xl">
      {error === null ? null : <Text c="var(--mantine-color-error)">{error.message}</Text>}
      {data === undefined && error === null ? <Loader size="sm" className="slow" /> : null}
      {data !== undefined && images.length === 0 ? <Text c="dimmed">{t('form.image.none')}</Text> : null}
      <ul className="image-choices">
        {images.map(({ id, url, name, width, height }) => (
          <li key={id}>
            <button
              type="button"
              className="image-choice"
              onClick={() => {
                choose(String(url))
                close()
              }}
            >
              <img src={imageSource(String(url))} alt="" loading="lazy" decoding="async" />
              <Text span size="xs" truncate>
                {name === null ? `${String(width)} × ${String(height)}` : String(name)}
              </Text>
            </button>
          </li>
        ))}
      </ul>
      {data?.pagination.hasMore === true && limit < pageLengthMax ? (
        <Group justify="center" mt="md">
          <Button variant="default" onClick={() => setLimit(pageLengthMax)}>
            {t('form.image.more')}
          </Button>
        </Group>
      ) : null}
    </Dialog>
  )
}
