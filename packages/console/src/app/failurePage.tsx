import { FairgroundError } from '@fairground/sdk'
import { Button, Stack, Text, Title } from '@mantine/core'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useEffect } from 'react'
import { t } from '#console/texts/texts.ts'
import { isOutdated, isSignedOut, sentenceOf } from './failures.ts'
import { NotFoundPage } from './notFoundPage.tsx'
import { useSessionReload } from './session.tsx'

/** The page that replaces one that failed to load. */
export function FailurePage({ error, retry }: { error: unknown; retry(): void }) {
  const { reset } = useQueryErrorResetBoundary()
  const reloadSession = useSessionReload()
  const hasEnded = isSignedOut(error)
  // Without its session, a page of an account leads to the sign-in and comes back.
  useEffect(() => {
    if (hasEnded) void reloadSession().then(retry)
  }, [hasEnded])
  const known = error instanceof FairgroundError ? error : undefined
  if (hasEnded) return null
  if (known?.status === 404) return <NotFoundPage />
  const scope = known?.details?.['scope']
  const isForbidden = known?.reason === 'scope_missing'
  const isOld = isOutdated(error)
  return (
    <Stack align="center" py="15vh" px="md" gap="sm" role="alert">
      <Title order={1}>{t(isForbidden ? 'shell.forbidden' : 'shell.failed')}</Title>
      <Text c="dimmed" ta="center">
        {isForbidden
          ? t('shell.forbidden.text', { scope: String(scope) })
          : isOld
            ? t('shell.outdated')
            : sentenceOf(error)}
      </Text>
      {known?.requestId === undefined ? null : (
        <Text size="xs" c="dimmed">
          {t('shell.request', { id: known.requestId })}
        </Text>
      )}
      <Button
        variant="light"
        onClick={() => {
          // A module that failed once fails until the page is loaded again.
          if (isOld) return location.reload()
          reset()
          retry()
        }}
      >
        {t('shell.retry')}
      </Button>
    </Stack>
  )
}
