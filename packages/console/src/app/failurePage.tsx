import { FairgroundError } from '@fairground/sdk'
import { Button, Stack, Text, Title } from '@mantine/core'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { t } from '#console/texts/texts.ts'
import { sentenceOf } from './failures.ts'
import { NotFoundPage } from './notFoundPage.tsx'

/** The page that replaces one that failed to load. */
export function FailurePage({ error, retry }: { error: unknown; retry(): void }) {
  const { reset } = useQueryErrorResetBoundary()
  const known = error instanceof FairgroundError ? error : undefined
  if (known?.status === 404) return <NotFoundPage />
  const scope = known?.details?.['scope']
  const isForbidden = known?.reason === 'scope_missing'
  return (
    <Stack align="center" py="15vh" px="md" gap="sm" role="alert">
      <Title order={1}>{t(isForbidden ? 'shell.forbidden' : 'shell.failed')}</Title>
      <Text c="dimmed" ta="center">
        {isForbidden ? t('shell.forbidden.text', { scope: String(scope) }) : sentenceOf(error)}
      </Text>
      {known?.requestId === undefined ? null : (
        <Text size="xs" c="dimmed">
          {t('shell.request', { id: known.requestId })}
        </Text>
      )}
      <Button
        variant="light"
        onClick={() => {
          reset()
          retry()
        }}
      >
        {t('shell.retry')}
      </Button>
    </Stack>
  )
}
