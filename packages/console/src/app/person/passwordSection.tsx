import { Button, PasswordInput, Stack } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { usePersonClient, useSessionReload, type Session } from '#console/app/session.tsx'
import { useAttempt } from '#console/app/signIn/signInPage.tsx'
import { t } from '#console/texts/texts.ts'
import { PersonSection } from './personSection.tsx'

/** The change of the password, or the first one of a person with passkeys alone. */
export function PasswordSection({ session }: { session: Session }) {
  const { hasPassword } = session.person
  const client = usePersonClient()
  const reload = useSessionReload()
  const { run, isRunning, failure } = useAttempt()
  const [notice, setNotice] = useState<string>()
  const change = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const fields = new FormData(form)
    const currentPassword = String(fields.get('current') ?? '')
    const password = String(fields.get('password'))
    run(async () => {
      await client.callAny('account.person.changePassword', {
        password,
        ...(hasPassword ? { currentPassword } : {}),
      })
      form.reset()
      setNotice(t('person.password.changed'))
      await reload()
    })
  }
  return (
    <PersonSection title={t('person.password')} failure={failure} notice={notice}>
      <form onSubmit={change}>
        <Stack>
          {hasPassword ? (
            <PasswordInput
              label={t('person.password.current')}
              name="current"
              autoComplete="current-password"
              required
            />
          ) : null}
          <PasswordInput
            label={t('person.password.new')}
            description={t('link.password.hint')}
            name="password"
            autoComplete="new-password"
            minLength={10}
            maxLength={200}
            required
          />
          <Button type="submit" variant="default" loading={isRunning} style={{ alignSelf: 'start' }}>
            {t(hasPassword ? 'person.password.change' : 'person.password.set')}
          </Button>
        </Stack>
      </form>
    </PersonSection>
  )
}
