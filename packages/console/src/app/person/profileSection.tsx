import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { chooseLanguage } from '#console/app/preferences.ts'
import { usePersonClient, useSessionReload, type Session } from '#console/app/session.tsx'
import { useAttempt } from '#console/app/signIn/signInPage.tsx'
import { languages, languageTag, t } from '#console/texts/texts.ts'
import { PersonSection } from './personSection.tsx'

/** Name, language, time zone and e-mail of the person. */
export function ProfileSection({ session }: { session: Session }) {
  const { person } = session
  const client = usePersonClient()
  const reload = useSessionReload()
  const { run, isRunning, failure } = useAttempt()
  const [notice, setNotice] = useState<string>()
  const [language, setLanguage] = useState(person.language)
  const [timeZone, setTimeZone] = useState(person.timeZone)
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name'))
    run(async () => {
      await client.callAny('account.person.update', { name, language, timeZone })
      const isOther = language !== null && language !== person.language && language !== languageTag()
      if (isOther) return chooseLanguage(language)
      await reload()
      setNotice(t('person.saved'))
    })
  }
  return (
    <PersonSection title={t('person.profile')} failure={failure} notice={notice}>
      <form onSubmit={save}>
        <Stack>
          <TextInput label={t('person.name')} name="name" required maxLength={120} defaultValue={person.name} />
          <Group grow align="end">
            <Select
              label={t('person.language')}
              data={languages.map(({ tag, name }) => ({ value: tag, label: name }))}
              value={language}
              onChange={setLanguage}
              clearable
            />
            <Select
              label={t('person.timeZone')}
              data={Intl.supportedValuesOf('timeZone')}
              placeholder={t('person.timeZone.browser', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
              value={timeZone}
              onChange={setTimeZone}
              searchable
              clearable
              limit={80}
            />
          </Group>
          <Button type="submit" loading={isRunning} style={{ alignSelf: 'start' }}>
            {t('person.save')}
          </Button>
        </Stack>
      </form>
      <EmailForm email={person.email} />
    </PersonSection>
  )
}

/** The change of the e-mail address, which a link in the new mailbox confirms. */
function EmailForm({ email }: { email: string }) {
  const client = usePersonClient()
  const [isOpen, setOpen] = useState(false)
  const [sentTo, setSentTo] = useState<string>()
  const { run, isRunning, failure } = useAttempt()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const address = String(new FormData(event.currentTarget).get('email'))
    run(async () => {
      await client.callAny('account.person.changeEmail', { email: address })
      setSentTo(address)
      setOpen(false)
    })
  }
  const notice = sentTo === undefined ? undefined : t('person.email.sent', { email: sentTo })
  return (
    <PersonSection title={t('person.email')} failure={failure} notice={notice}>
      <Group justify="space-between">
        <Text style={{ overflowWrap: 'anywhere' }}>{email}</Text>
        {isOpen ? null : (
          <Button variant="default" size="xs" onClick={() => setOpen(true)}>
            {t('person.email.change')}
          </Button>
        )}
      </Group>
      {isOpen ? (
        <form onSubmit={send}>
          <Group align="end">
            <TextInput label={t('person.email.new')} name="email" type="email" required autoFocus flex={1} />
            <Button type="submit" loading={isRunning}>
              {t('person.email.change')}
            </Button>
          </Group>
        </form>
      ) : null}
    </PersonSection>
  )
}
