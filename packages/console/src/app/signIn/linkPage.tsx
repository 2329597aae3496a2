import { Anchor, Button, PasswordInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import '@mantine/core/styles/Alert.css'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { usePersonClient, useSession, useSessionReload, type Session } from '#console/app/session.tsx'
import { languageTag, t } from '#console/texts/texts.ts'
import { EntryFrame } from './entryFrame.tsx'
import { createPasskey, hasPasskeys, type RegistrationChallenge } from './passkeys.ts'
import { FailureNotice, useAttempt, type SignIn } from './signInPage.tsx'

type OneTimeLink = {
  kind: 'console' | 'invitation' | 'passwordReset' | 'emailChange'
  accountName: string | null
  email: string | null
  role: string | null
  hasPerson: boolean
}

/** The page of a one-time link. Its token stands behind the `#` of the address, which no server sees. */
export function LinkPage() {
  // Another link in the same tab changes the part behind `#` alone, without a reload.
  const hash = useLocation({ select: (place) => place.hash })
  const [token, setToken] = useState(hash)
  if (hash !== '' && hash !== token) setToken(hash)
  const client = usePersonClient()
  const session = useSession()
  const link = useQuery({
    queryKey: ['link', token],
    // cast: the operation returns this form.
    queryFn: () => client.callAny('account.link.get', { token }) as Promise<OneTimeLink>,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (link.data !== undefined) return <LinkForm token={token} link={link.data} session={session} />
  if (!link.isError) return null
  return (
    <EntryFrame title={t('link.gone.title')} text={t('link.gone.text')}>
      <Button component={Link} to="/sign-in" variant="light">
        {t('signIn.title')}
      </Button>
    </EntryFrame>
  )
}

type LinkProps = { token: string; link: OneTimeLink; session: Session | null }

function LinkForm({ token, link, session }: LinkProps) {
  const { kind, accountName, email, role, hasPerson } = link
  const values = { account: accountName ?? '', email: email ?? '', role: role ?? '' }
  // The link of a new owner names no address: a person who is signed in takes it as they are.
  const isForOwn = kind === 'console' && email === null && session !== null
  const isAccepting = isForOwn || (kind === 'invitation' && hasPerson)
  const isOwn = session !== null && session.person.email.toLowerCase() === email
  const person = isForOwn ? session.person.email : (email ?? '')
  const text = kind === 'console' && email !== null && hasPerson ? 'link.recovery.text' : (`link.${kind}.text` as const)
  return (
    <EntryFrame title={t(`link.${kind}.title`, values)} text={isForOwn ? undefined : t(text, values)}>
      {isAccepting || kind === 'emailChange' ? (
        <Acceptance token={token} email={person} isReady={kind === 'emailChange' || isForOwn || isOwn} />
      ) : (
        <Registration token={token} link={link} />
      )}
    </EntryFrame>
  )
}

/** Opens the link, and leads into the console. */
function useOpenLink() {
  const client = usePersonClient()
  const reload = useSessionReload()
  const navigate = useNavigate()
  return async (input: object) => {
    // cast: the operation returns this form.
    const signIn = (await client.callAny('account.link.open', input)) as SignIn
    if (signIn.state !== 'signedIn') return navigate({ to: '/sign-in', replace: true })
    await reload(signIn.csrfToken)
    // A new person begins with the zone and language of their browser.
    if ('name' in input) {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      // A zone that the server does not know leaves the default.
      await client.callAny('account.person.update', { timeZone, language: languageTag() }).catch(() => undefined)
      await reload()
    }
    await navigate({ to: '/', replace: true })
  }
}

/** The acceptance of an invitation by a person who has signed in, or of a new e-mail address. */
function Acceptance({ token, email, isReady }: { token: string; email: string; isReady: boolean }) {
  const { run, isRunning, failure } = useAttempt()
  const open = useOpenLink()
  if (!isReady) {
    return (
      <>
        <Text size="sm">{t('link.signInFirst', { email })}</Text>
        <Anchor href="/console/sign-in" target="_blank" rel="noopener">
          {t('signIn.title')}
        </Anchor>
        <Button variant="default" onClick={() => location.reload()}>
          {t('shell.retry')}
        </Button>
      </>
    )
  }
  return (
    <>
      <FailureNotice failure={failure} />
      <Button loading={isRunning} size="md" onClick={() => run(() => open({ token }))}>
        {t('link.accept', { email })}
      </Button>
    </>
  )
}

/** The choice of name and credentials by a new person, or of new credentials. */
function Registration({ token, link }: { token: string; link: OneTimeLink }) {
  const client = usePersonClient()
  const open = useOpenLink()
  const { run, isRunning, failure } = useAttempt()
  const [way, setWay] = useState('password')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const who = {
      token,
      ...(link.email === null ? { email: String(form.get('email')) } : {}),
      ...(link.hasPerson ? {} : { name: String(form.get('name')) }),
    }
    run(async () => {
      if (way === 'password') return open({ ...who, password: String(form.get('password')) })
      // cast: the operation returns this form.
      const challenge = (await client.callAny('account.link.passkeyOptions', who)) as RegistrationChallenge
      await open({ ...who, passkey: await createPasskey(challenge) })
    })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <FailureNotice failure={failure} />
        {link.hasPerson ? null : (
          <TextInput label={t('link.name')} name="name" autoComplete="name" required autoFocus maxLength={120} />
        )}
        <TextInput
          label={t('signIn.email')}
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={link.email ?? ''}
          readOnly={link.email !== null}
        />
        {link.kind === 'passwordReset' ? null : (
          <SegmentedControl
            value={way}
            onChange={setWay}
            data={[
              { value: 'password', label: t('link.withPassword') },
              { value: 'passkey', label: t('link.withPasskey'), disabled: !hasPasskeys() },
            ]}
          />
        )}
        {way === 'password' ? (
          <PasswordInput
            label={t('link.password')}
            description={t('link.password.hint')}
            name="password"
            autoComplete="new-password"
            minLength={10}
            maxLength={200}
            required
          />
        ) : (
          <Text size="sm" c="dimmed">
            {t('link.passkey.hint')}
          </Text>
        )}
        <Button type="submit" loading={isRunning} size="md">
          {t(way === 'password' ? 'link.button' : 'link.passkey.button')}
        </Button>
      </Stack>
    </form>
  )
}
