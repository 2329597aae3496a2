import { Alert, Anchor, Button, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/Alert.css'
import '@mantine/core/styles/Divider.css'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { sentenceOf } from '#console/app/failures.ts'
import { Redirect } from '#console/app/redirect.tsx'
import { usePersonClient, useSession, useSessionReload } from '#console/app/session.tsx'
import { t } from '#console/texts/texts.ts'
import { EntryFrame } from './entryFrame.tsx'
import { nextPath } from './nextPath.ts'
import { hasPasskeys, signWithPasskey, type SignInChallenge } from './passkeys.ts'

/** Result of a sign-in: done, or a second step. */
export type SignIn = { state: 'signedIn'; csrfToken: string } | { state: 'secondFactor'; ticket: string }

/** The sign-in by password or passkey, with a second step where the person has one. */
export function SignInPage() {
  const session = useSession()
  const search = useSearch({ strict: false })
  const [ticket, setTicket] = useState<string>()
  const next = nextPath('next' in search ? String(search.next) : undefined)
  const isAgain = 'again' in search
  const finish = useFinish(next, setTicket)
  if (session !== null && !isAgain) return <Redirect to={next} />
  const note = next === '/' ? undefined : t('signIn.ended')
  return ticket === undefined ? (
    <EntryFrame title={t('signIn.title')} text={isAgain ? undefined : note}>
      <Credentials finish={finish} />
    </EntryFrame>
  ) : (
    <EntryFrame title={t('signIn.code.title')} text={t('signIn.code.hint')}>
      <CodeForm ticket={ticket} finish={finish} back={() => setTicket(undefined)} />
    </EntryFrame>
  )
}

type Finish = (signIn: SignIn) => Promise<void>

/** Leads on after a sign-in, or to its second step. */
function useFinish(next: string, setTicket: (ticket: string) => void): Finish {
  const reload = useSessionReload()
  const navigate = useNavigate()
  return async (signIn) => {
    if (signIn.state === 'secondFactor') return setTicket(signIn.ticket)
    await reload(signIn.csrfToken)
    await navigate({ to: next, replace: true })
  }
}

function Credentials({ finish }: { finish: Finish }) {
  const client = usePersonClient()
  const [email, setEmail] = useState('')
  const [notice, setNotice] = useState<string>()
  const { run, isRunning, failure } = useAttempt()
  const byPassword = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    // cast: the operation returns this form.
    run(async () => finish((await client.callAny('account.session.signIn', { email, password })) as SignIn))
  }
  const byPasskey = () =>
    run(async () => {
      // cast: the operation returns this form.
      const challenge = (await client.callAny('account.session.passkeyOptions', {})) as SignInChallenge
      // cast: as above.
      await finish((await client.callAny('account.session.passkey', await signWithPasskey(challenge))) as SignIn)
    })
  const forgot = () =>
    run(async () => {
      if (email === '') return setNotice(t('signIn.forgot.needed'))
      await client.callAny('account.person.forgot', { email })
      setNotice(t('signIn.forgot.sent', { email }))
    })
  return (
    <form onSubmit={byPassword}>
      <Stack>
        <FailureNotice failure={failure} />
        {notice === undefined ? null : <Alert role="status">{notice}</Alert>}
        <TextInput
          label={t('signIn.email')}
          type="email"
          name="email"
          autoComplete="username webauthn"
          required
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput label={t('signIn.password')} name="password" autoComplete="current-password" required />
        <Button type="submit" loading={isRunning} size="md">
          {t('signIn.button')}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={forgot}>
          {t('signIn.forgot')}
        </Anchor>
        <Divider label={t('signIn.or')} />
        <Button
          variant="default"
          size="md"
          leftSection={<KeyRound size={18} aria-hidden />}
          disabled={!hasPasskeys() || isRunning}
          title={hasPasskeys() ? undefined : t('passkey.unsupported')}
          onClick={byPasskey}
        >
          {t('signIn.passkey')}
        </Button>
        <Text size="xs" c="dimmed">
          {t('signIn.none')}
        </Text>
      </Stack>
    </form>
  )
}

type CodeProps = { ticket: string; finish: Finish; back(): void }

function CodeForm({ ticket, finish, back }: CodeProps) {
  const client = usePersonClient()
  const { run, isRunning, failure } = useAttempt()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code') ?? '').replaceAll(/\s/g, '')
    // cast: the operation returns this form.
    run(async () => finish((await client.callAny('account.session.confirm', { ticket, code })) as SignIn))
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <FailureNotice failure={failure} />
        <TextInput label={t('signIn.code')} name="code" autoComplete="one-time-code" required autoFocus />
        <Button type="submit" loading={isRunning} size="md">
          {t('signIn.code.button')}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={back}>
          {t('signIn.back')}
        </Anchor>
      </Stack>
    </form>
  )
}

/** An attempt that may fail with a sentence; a new one clears the last failure. */
export function useAttempt() {
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const run = (work: () => Promise<void>) => {
    setRunning(true)
    setFailure(undefined)
    work()
      .catch(setFailure)
      .finally(() => setRunning(false))
  }
  return { run, isRunning, failure }
}

/** The sentence of a failed attempt. */
export function FailureNotice({ failure }: { failure: unknown }) {
  if (failure === undefined) return null
  return (
    <Alert color="red" role="alert">
      {sentenceOf(failure)}
    </Alert>
  )
}
