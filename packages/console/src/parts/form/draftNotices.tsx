import { Alert, Button, Group } from '@mantine/core'
import { useSessionReload } from '#console/app/session.tsx'
import { t } from '#console/texts/texts.ts'

/** The way to the sign-in: without its session, the page leads there and comes back. `text`: of a form by default. */
export function SignedOutNotice({ text = t('form.signedOut') }: { text?: string }) {
  const reloadSession = useSessionReload()
  return (
    <Alert color="yellow" role="alert">
      <Group justify="space-between">
        {text}
        <Button size="xs" onClick={() => void reloadSession()}>
          {t('form.signIn')}
        </Button>
      </Group>
    </Alert>
  )
}

/** The note that a form begins with input of an earlier visit, with the way to drop it. */
export function DraftNotice({ discard }: { discard(): void }) {
  return (
    <Alert color="blue" role="status">
      <Group justify="space-between">
        {t('form.draft')}
        <Button size="compact-sm" variant="default" onClick={discard}>
          {t('form.draft.discard')}
        </Button>
      </Group>
    </Alert>
  )
}
