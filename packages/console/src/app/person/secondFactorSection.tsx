import { Button, Code, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { usePersonClient, useSessionReload, type Session } from '#console/app/session.tsx'
import { useAttempt } from '#console/app/signIn/signInPage.tsx'
import { t } from '#console/texts/texts.ts'
import { PersonSection } from './personSection.tsx'
import { QrCode } from '#console/parts/values/qrCode.tsx'

type Setup = { secret: string; address: string }

/** The second factor: its set-up with an authenticator app, recovery codes, and its end. */
export function SecondFactorSection({ session }: { session: Session }) {
  const { hasSecondFactor } = session.person
  const client = usePersonClient()
  const reload = useSessionReload()
  const { run, isRunning, failure } = useAttempt()
  const [setup, setSetup] = useState<Setup>()
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>()
  const call = (verb: string, input: object) => client.callAny(`account.secondFactor.${verb}`, input)
  const start = () =>
    run(async () => {
      // cast: the operation returns this form.
      setSetup((await call('start', {})) as Setup)
    })
  const change = (verb: string) => (code: string) =>
    run(async () => {
      // cast: as above; `disable` returns no codes.
      const { recoveryCodes: codes } = (await call(verb, { code })) as { recoveryCodes?: string[] }
      setRecoveryCodes(codes)
      setSetup(undefined)
      await reload()
    })
  return (
    <PersonSection title={t('person.secondFactor')} failure={failure}>
      <Text size="sm" c="dimmed">
        {t(hasSecondFactor ? 'person.secondFactor.on' : 'person.secondFactor.off')}
      </Text>
      {recoveryCodes === undefined ? null : (
        <RecoveryCodes codes={recoveryCodes} done={() => setRecoveryCodes(undefined)} />
      )}
      {setup === undefined ? null : (
        <Stack>
          <Text size="sm">{t('person.secondFactor.scan')}</Text>
          <QrCode text={setup.address} label={t('person.secondFactor')} />
          <Code>{setup.secret}</Code>
          <CodeForm button={t('person.secondFactor.confirm')} isRunning={isRunning} submit={change('confirm')} />
        </Stack>
      )}
      {hasSecondFactor ? (
        <>
          <CodeForm button={t('person.secondFactor.renew')} isRunning={isRunning} submit={change('renewCodes')} />
          <CodeForm button={t('person.secondFactor.disable')} isRunning={isRunning} submit={change('disable')} />
        </>
      ) : null}
      {hasSecondFactor || setup !== undefined ? null : (
        <Button variant="default" loading={isRunning} onClick={start} style={{ alignSelf: 'start' }}>
          {t('person.secondFactor.start')}
        </Button>
      )}
    </PersonSection>
  )
}

type CodeFormProps = { button: string; isRunning: boolean; submit(code: string): void }

function CodeForm({ button, isRunning, submit }: CodeFormProps) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    submit(String(new FormData(event.currentTarget).get('code')).replaceAll(/\s/g, ''))
    event.currentTarget.reset()
  }
  return (
    <form onSubmit={send}>
      <Group align="end">
        <TextInput label={t('signIn.code')} name="code" autoComplete="one-time-code" required w={140} />
        <Button type="submit" variant="default" loading={isRunning}>
          {button}
        </Button>
      </Group>
    </form>
  )
}

function RecoveryCodes({ codes, done }: { codes: readonly string[]; done(): void }) {
  return (
    <Stack className="recovery" role="status">
      <Text fw={600}>{t('person.recovery.title')}</Text>
      <Text size="sm">{t('person.recovery.text')}</Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {codes.map((code) => (
          <Code key={code}>{code}</Code>
        ))}
      </SimpleGrid>
      <Group>
        <Button variant="default" onClick={() => void navigator.clipboard.writeText(codes.join('\n'))}>
          {t('person.recovery.copy')}
        </Button>
        <Button onClick={done}>{t('person.recovery.done')}</Button>
      </Group>
    </Stack>
  )
}
