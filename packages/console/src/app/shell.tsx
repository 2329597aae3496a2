import { ActionIcon, AppShell, Burger, Button, Group, Kbd, Loader, Text, Tooltip, UnstyledButton } from '@mantine/core'
import { useDisclosure, useNetwork } from '@mantine/hooks'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Braces, Search } from 'lucide-react'
import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { t } from '#console/texts/texts.ts'
import { clearCalls } from './callLog.ts'
import { useShortcut } from './shortcuts.ts'
import { AccountMenu, PersonMenu } from './menus.tsx'
import { Navigation } from './navigation.tsx'
import { useAccount, type Session } from './session.tsx'

const Palette = lazy(() => import('./palette/palette.tsx').then(({ Palette }) => ({ default: Palette })))
const CallsDrawer = lazy(() => import('./callsDrawer.tsx').then(({ CallsDrawer }) => ({ default: CallsDrawer })))

/** The frame of every page of an account: navigation, accounts, search, calls of the page, the person. */
export function Shell({ session, children }: { session: Session; children: ReactNode }) {
  const [isNavigationOpen, navigation] = useDisclosure(false)
  const [isPaletteOpen, palette] = useDisclosure(false)
  const [areCallsOpen, calls] = useDisclosure(false)
  const { pathname } = useLocation()
  const { isTest } = useAccount()
  useEffect(() => {
    navigation.close()
    clearCalls()
  }, [pathname])
  useShortcut('mod+K', palette.toggle)
  useShortcut('mod+J', calls.toggle)
  return (
    <AppShell
      header={{ height: isTest ? 84 : 56 }}
      navbar={{ width: 248, breakpoint: 'sm', collapsed: { mobile: !isNavigationOpen } }}
      padding={{ base: 'md', md: 'xl' }}
    >
      <a className="skip" href="#content">
        {t('shell.skip')}
      </a>
      <AppShell.Header className="shell-header">
        {isTest ? <TestBanner /> : null}
        <Group h={56} px="md" gap="sm" wrap="nowrap">
          <Burger
            opened={isNavigationOpen}
            onClick={navigation.toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={t('shell.menu')}
          />
          <AccountMenu session={session} />
          <SearchButton open={palette.open} />
          <Tooltip label={t('shell.calls')}>
            <ActionIcon variant="subtle" color="gray" size="lg" onClick={calls.open} aria-label={t('shell.calls')}>
              <Braces size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <PersonMenu session={session} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className="shell-navbar" component="div">
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <OfflineNotice />
        <Suspense fallback={<SlowLoader />}>{children}</Suspense>
      </AppShell.Main>
      <Suspense>
        {isPaletteOpen ? <Palette close={palette.close} /> : null}
        {areCallsOpen ? <CallsDrawer close={calls.close} /> : null}
      </Suspense>
    </AppShell>
  )
}

function SearchButton({ open }: { open(): void }) {
  return (
    <UnstyledButton className="shell-search" onClick={open} aria-label={t('shell.search')}>
      <Search size={16} aria-hidden />
      <Text span size="sm" c="dimmed" visibleFrom="xs" truncate>
        {t('shell.search')}
      </Text>
      <Kbd size="xs" visibleFrom="md">
        {navigator.platform.startsWith('Mac') ? '⌘ K' : 'Ctrl K'}
      </Kbd>
    </UnstyledButton>
  )
}

/** The stripe over every page of a test account. */
function TestBanner() {
  const { accountId } = useAccount()
  const navigate = useNavigate()
  return (
    <Group className="test-banner" justify="center" gap="sm" wrap="nowrap">
      <Text size="xs" fw={600} truncate>
        {t('shell.testBanner')}
      </Text>
      <Button
        size="compact-xs"
        variant="white"
        color="dark"
        onClick={() => void navigate({ to: '/$accountId', params: { accountId } })}
      >
        {t('shell.toLive')}
      </Button>
    </Group>
  )
}

function OfflineNotice() {
  const { online } = useNetwork()
  if (online) return null
  return (
    <Text className="offline" role="status" size="sm">
      {t('shell.offline')}
    </Text>
  )
}

/** A loader that appears only after 150 ms: what is faster shows none. */
function SlowLoader() {
  return (
    <Group className="slow" justify="center" py="xl">
      <Loader type="dots" aria-label="…" />
    </Group>
  )
}
