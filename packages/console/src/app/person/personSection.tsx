import { FairgroundError } from '@fairground/sdk'
import { Alert, Button, Paper, Stack, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FailureNotice } from '#console/app/signIn/signInPage.tsx'
import { t } from '#console/texts/texts.ts'

type Section = { title: string; failure?: unknown; notice?: string | undefined; children: ReactNode }

/** A section of the person's page, with the result of its last change. */
export function PersonSection({ title, failure, notice, children }: Section) {
  return (
    <Paper component="section" className="surface" p={{ base: 'md', sm: 'lg' }}>
      <Stack>
        <Title order={2}>{title}</Title>
        {isRecentNeeded(failure) ? <RecentSignIn /> : <FailureNotice failure={failure} />}
        {notice === undefined ? null : <Alert role="status">{notice}</Alert>}
        {children}
      </Stack>
    </Paper>
  )
}

function isRecentNeeded(failure: unknown): boolean {
  return failure instanceof FairgroundError && failure.reason === 'recent_sign_in_needed'
}

/** The way to a new sign-in, before a change of credentials. */
function RecentSignIn() {
  const navigate = useNavigate()
  return (
    <Alert color="yellow" role="alert">
      <Stack align="start" gap="xs">
        {t('person.recent')}
        <Button
          size="xs"
          variant="default"
          onClick={() => void navigate({ to: '/sign-in', search: { next: '/person', again: '1' } })}
        >
          {t('person.recent.button')}
        </Button>
      </Stack>
    </Alert>
  )
}
