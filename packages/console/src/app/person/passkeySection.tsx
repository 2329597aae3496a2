import { Button, Group, Stack, Text } from '@mantine/core'
import { KeyRound } from 'lucide-react'
import { usePersonClient, useSessionReload } from '#console/app/session.tsx'
import { createPasskey, hasPasskeys, type RegistrationChallenge } from '#console/app/signIn/passkeys.ts'
import { useAttempt } from '#console/app/signIn/signInPage.tsx'
import { agoText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { usePersonList } from './personLists.ts'
import { PersonSection } from './personSection.tsx'

type Passkey = { passkeyId: string; name: string; createdAt: string; lastUsedAt: string | null }

/** The passkeys of the person. */
export function PasskeySection() {
  const client = usePersonClient()
  const { items, reload } = usePersonList<Passkey>('account.passkey.all')
  const reloadSession = useSessionReload()
  const { run, isRunning, failure } = useAttempt()
  const add = () =>
    run(async () => {
      // cast: the operation returns this form.
      const challenge = (await client.callAny('account.passkey.options', {})) as RegistrationChallenge
      await client.callAny('account.passkey.create', { ...(await createPasskey(challenge)), name: deviceName() })
      await Promise.all([reload(), reloadSession()])
    })
  const remove = ({ passkeyId }: Passkey) =>
    run(async () => {
      await client.callAny('account.passkey.delete', { passkeyId })
      await Promise.all([reload(), reloadSession()])
    })
  return (
    <PersonSection title={t('person.passkeys')} failure={failure}>
      {items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('person.passkeys.none')}
        </Text>
      ) : null}
      {items.map((passkey) => (
        <Group key={passkey.passkeyId} wrap="nowrap">
          <KeyRound size={18} aria-hidden />
          <Stack gap={0} flex={1}>
            <Text size="sm" fw={600}>
              {passkey.name}
            </Text>
            <Text size="xs" c="dimmed">
              {passkey.lastUsedAt === null
                ? t('person.passkeys.unused')
                : t('person.passkeys.used', { ago: agoText(passkey.lastUsedAt) })}
            </Text>
          </Stack>
          <Button variant="subtle" color="red" size="xs" onClick={() => remove(passkey)}>
            {t('person.remove')}
          </Button>
        </Group>
      ))}
      <Button
        variant="default"
        loading={isRunning}
        disabled={!hasPasskeys()}
        title={hasPasskeys() ? undefined : t('passkey.unsupported')}
        onClick={add}
        style={{ alignSelf: 'start' }}
      >
        {t('person.passkeys.add')}
      </Button>
    </PersonSection>
  )
}

/** A name for a passkey of this device, such as `Chrome on Linux`. */
function deviceName(): string {
  const agent = navigator.userAgent
  const browser = /Firefox|Edg|OPR|Chrome|Safari/.exec(agent)?.[0] ?? 'Browser'
  const system = /Windows|Android|iPhone|iPad|Mac OS X|Linux|CrOS/.exec(agent)?.[0] ?? ''
  return [browser.replace('Edg', 'Edge').replace('OPR', 'Opera'), system.replace('Mac OS X', 'macOS')].join(' · ')
}
