import { ActionIcon, Button, Group, Kbd, Loader, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure, useMediaQuery, useNetwork } from '@mantine/hooks'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Braces, Menu as MenuIcon, Search, X } from 'lucide-react'
import { Suspense, useEffect, useRef, type ReactNode } from 'react'
import { useQuestion } from '#console/parts/confirmation.ts'
import { NoticeRegion } from '#console/parts/notices.tsx'
import { loadedPart } from '#console/parts/loadedPart.ts'
import { catchFocus } from '#console/parts/lostFocus.ts'
import { t } from '#console/texts/texts.ts'
import { clearCalls } from './callLog.ts'
import { Docks } from './docks.tsx'
import { AccountButton, PersonButton } from './menuButtons.tsx'
import { Navigation } from './navigation.tsx'
import { preloadScreens } from './screenPreload.ts'
import { ReturnFocus } from '#console/parts/returnFocus.tsx'
import { keyText, useShortcut } from './shortcuts.ts'
import { useAccount, type Session } from './session.tsx'

const Palette = loadedPart(() => import('./palette/palette.tsx'), 'Palette')
const CallsDrawer = loadedPart(() => import('./callsDrawer.tsx'), 'CallsDrawer')
const ShortcutHelp = loadedPart(() => import('./shortcutHelp.tsx'), 'ShortcutHelp')
const ConfirmationDialog = loadedPart(() => import('./confirmationDialog.tsx'), 'ConfirmationDialog')

/** The frame of every page of an account: navigation, accounts, search, calls of the page, the person. */
export function Shell({ session, children }: { session: Session; children: ReactNode }) {
  const [isNavigationOpen, navigation] = useDisclosure(false)
  const [isPaletteOpen, palette] = useDisclosure(false)
  const [areCallsOpen, calls] = useDisclosure(false)
  const [areKeysOpen, keys] = useDisclosure(false)
  const { pathname } = useLocation()
  const { isTest } = useAccount()
  const question = useQuestion()
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  useEffect(() => {
    navigation.close()
    clearCalls()
  }, [pathname])
  useEffect(preloadScreens, [])
  useShortcut('mod+K', palette.toggle, 'shell.search')
  useShortcut('mod+J', calls.toggle, 'shell.calls')
  useShortcut('shift+?', keys.open, 'shell.keys')
  return (
    <div className="shell" data-test={isTest || undefined}>
      <a className="skip" href="#content">
        {t('shell.skip')}
      </a>
      <header className="shell-header">
        {isTest ? <TestBanner /> : null}
        <div className="shell-bar">
          <NavigationButton isOpen={isNavigationOpen} toggle={navigation.toggle} />
          <AccountButton session={session} />
          <SearchButton open={palette.open} />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            onClick={calls.open}
            aria-label={t('shell.calls')}
            title={t('shell.calls')}
          >
            <Braces size={18} aria-hidden />
          </ActionIcon>
          <PersonButton session={session} />
        </div>
      </header>
      <Sidebar isOpen={isNavigationOpen} isNarrow={isNarrow} close={navigation.close} />
      <main className="shell-main" id="content" tabIndex={-1} inert={isNarrow && isNavigationOpen}>
        <OfflineNotice />
        <Suspense fallback={<SlowLoader />}>{children}</Suspense>
      </main>
      <Docks />
      <NoticeRegion />
      <Suspense>
        {isPaletteOpen ? (
          <>
            <ReturnFocus />
            <Palette close={palette.close} openKeys={keys.open} />
          </>
        ) : null}
        {areKeysOpen ? (
          <>
            <ReturnFocus />
            <ShortcutHelp close={keys.close} />
          </>
        ) : null}
        {areCallsOpen ? (
          <>
            <ReturnFocus />
            <CallsDrawer close={calls.close} />
          </>
        ) : null}
        {question === undefined ? null : (
          <>
            <ReturnFocus />
            <ConfirmationDialog question={question} />
          </>
        )}
      </Suspense>
    </div>
  )
}

function NavigationButton({ isOpen, toggle }: { isOpen: boolean; toggle(): void }) {
  const Icon = isOpen ? X : MenuIcon
  return (
    <ActionIcon
      className="shell-burger"
      variant="subtle"
      color="gray"
      size="lg"
      onClick={toggle}
      aria-label={t('shell.menu')}
      aria-expanded={isOpen}
      aria-controls="navigation"
    >
      <Icon size={20} aria-hidden />
    </ActionIcon>
  )
}

type SidebarProps = { isOpen: boolean; isNarrow: boolean; close(): void }

/** The navigation: beside the page, or on narrow screens over it while it is open. */
function Sidebar({ isOpen, isNarrow, close }: SidebarProps) {
  const sidebar = useRef<HTMLDivElement>(null)
  useShortcut('Escape', close)
  useEffect(() => {
    if (!isOpen) return undefined
    const opener = document.activeElement
    const links = sidebar.current?.querySelectorAll('a') ?? []
    const current = [...links].find((each) => each.hasAttribute('aria-current')) ?? links[0]
    current?.focus()
    return () => catchFocus(() => opener)
  }, [isOpen])
  return (
    <>
      {isOpen ? <div className="shell-veil" aria-hidden onClick={close} /> : null}
      <div
        id="navigation"
        ref={sidebar}
        className="shell-sidebar"
        data-open={isOpen || undefined}
        inert={isNarrow && !isOpen}
      >
        <Navigation />
      </div>
    </>
  )
}

function SearchButton({ open }: { open(): void }) {
  const keys = keyText('mod+K')
  return (
    <UnstyledButton className="shell-search" onClick={open} aria-label={`${t('shell.search')} ${keys}`}>
      <Search size={16} aria-hidden />
      <Text span size="sm" c="dimmed" truncate className="shell-search-text">
        {t('shell.search')}
      </Text>
      <Kbd size="xs" className="shell-search-keys">
        {keys}
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
