import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Menu.css'
import { Avatar, Group, Menu, Text, useMantineColorScheme } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { BookOpen, Check, LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react'
import { languages, languageTag, t } from '#console/texts/texts.ts'
import { forgetTraces } from './browserTraces.ts'
import { chooseLanguage } from './preferences.ts'
import type { MenuProps } from './menuButtons.tsx'
import { useAccount, usePersonClient } from './session.tsx'

/** The account of the page, the switch to its test twin, and the person's other accounts. */
export function AccountMenu({ session, target, close }: MenuProps) {
  const { accountId, testAccountId, isTest } = useAccount()
  const other = isTest ? accountId : testAccountId
  return (
    <Menu defaultOpened onClose={close} position="bottom-start" width={280}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={`/${other}`}>
          {t(isTest ? 'shell.toLive' : 'shell.toTest')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('shell.accounts')}</Menu.Label>
        {session.accounts.map((each) => (
          <Menu.Item
            key={each.accountId}
            component={Link}
            to={`/${each.accountId}`}
            rightSection={each.accountId === accountId ? <Check size={14} aria-hidden /> : null}
          >
            <Group gap="xs" wrap="nowrap">
              <Avatar size={22} radius="sm" color="harbour" name={each.name} />
              <Text span size="sm" truncate>
                {each.name}
              </Text>
            </Group>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const schemes = [
  { value: 'auto', key: 'shell.theme.auto', icon: Monitor },
  { value: 'light', key: 'shell.theme.light', icon: Sun },
  { value: 'dark', key: 'shell.theme.dark', icon: Moon },
] as const

/** The person: their page, appearance, language, sign-out. */
export function PersonMenu({ session, target, close }: MenuProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { email } = session.person
  const client = usePersonClient()
  const signOut = useSignOut()
  const choose = async (language: string) => {
    // Mails follow the choice. Without a network the console changes alone.
    await client.callAny('account.person.update', { language }).catch(() => undefined)
    chooseLanguage(language)
  }
  return (
    <Menu defaultOpened onClose={close} position="bottom-end" width={240}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{email}</Menu.Label>
        <Menu.Item component={Link} to="/person" leftSection={<UserRound size={16} aria-hidden />}>
          {t('shell.person')}
        </Menu.Item>
        <Menu.Item component="a" href="/docs" leftSection={<BookOpen size={16} aria-hidden />}>
          {t('shell.docs')}
        </Menu.Item>
        <Menu.Label>{t('shell.theme')}</Menu.Label>
        {schemes.map(({ value, key, icon: Icon }) => (
          <Menu.Item
            key={value}
            onClick={() => setColorScheme(value)}
            leftSection={<Icon size={16} aria-hidden />}
            rightSection={colorScheme === value ? <Check size={14} aria-hidden /> : null}
          >
            {t(key)}
          </Menu.Item>
        ))}
        <Menu.Label>{t('shell.language')}</Menu.Label>
        {languages.map((each) => (
          <Menu.Item
            key={each.tag}
            lang={each.tag}
            onClick={() => void choose(each.tag)}
            rightSection={languageTag() === each.tag ? <Check size={14} aria-hidden /> : null}
          >
            {each.name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()} leftSection={<LogOut size={16} aria-hidden />}>
          {t('shell.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Ends the session and leads to the sign-in. */
function useSignOut(): () => Promise<void> {
  const client = usePersonClient()
  return async () => {
    await client.callAny('account.session.end', {})
    // Unsaved input stays over a session that expires, and ends with one that its person ends.
    await forgetTraces()
    // A new document: this one holds what the person has read.
    location.assign('/console/sign-in')
  }
}
