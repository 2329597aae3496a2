import { Avatar, Badge, Text, UnstyledButton } from '@mantine/core'
import { ChevronsUpDown } from 'lucide-react'
import { Suspense, useRef, useState, type ComponentType, type ReactElement, type Ref } from 'react'
import { loadedPart } from '#console/parts/loadedPart.ts'
import { t } from '#console/texts/texts.ts'
import { useAccount, type Session } from './session.tsx'

const loadMenus = () => import('./menus.tsx')
const AccountMenu = loadedPart(() => loadMenus(), 'AccountMenu')
const PersonMenu = loadedPart(() => loadMenus(), 'PersonMenu')

/** The name of the page's account and its mode; opens the menu of accounts. */
export function AccountButton({ session }: { session: Session }) {
  const { name, isTest } = useAccount()
  return (
    <MenuButton session={session} Menu={AccountMenu}>
      {(open) => (
        <UnstyledButton className="shell-account" aria-haspopup="menu" {...open}>
          <Avatar size={28} radius="sm" color="harbour" name={name} />
          <Text span fw={600} size="sm" truncate>
            {name}
          </Text>
          <Badge size="xs" flex="none" variant={isTest ? 'filled' : 'light'} color={isTest ? 'orange' : 'harbour'}>
            {t(isTest ? 'shell.test' : 'shell.live')}
          </Badge>
          <ChevronsUpDown size={14} aria-hidden className="shell-account-arrow" />
        </UnstyledButton>
      )}
    </MenuButton>
  )
}

/** The person's initials; opens the menu of the person. */
export function PersonButton({ session }: { session: Session }) {
  const { name, email } = session.person
  const [first = '', second = ''] = (name === '' ? email : name).split(/\s+/)
  const initials = (first.charAt(0) + second.charAt(0)).toUpperCase()
  return (
    <MenuButton session={session} Menu={PersonMenu}>
      {(open) => (
        <UnstyledButton
          className="shell-person"
          aria-haspopup="menu"
          aria-label={`${t('shell.person')}: ${initials}`}
          {...open}
        >
          <Avatar size={30} color="harbour">
            {initials}
          </Avatar>
        </UnstyledButton>
      )}
    </MenuButton>
  )
}

/** Properties of a menu that opens over a button. */
export type MenuProps = { session: Session; target: ReactElement; close(): void }

type Opening = { ref?: Ref<HTMLButtonElement>; onClick?(): void; onPointerEnter?(): void; onFocus?(): void }
type MenuButtonProps = { session: Session; Menu: ComponentType<MenuProps>; children(open: Opening): ReactElement }

/** A button whose menu is loaded when a pointer or the focus comes near. */
function MenuButton({ session, Menu, children }: MenuButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const near = () => void loadMenus()
  const button = useRef<HTMLButtonElement>(null)
  // The button is another element after the menu: the menu cannot return the focus to it.
  const close = () => {
    setOpen(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  if (!isOpen) return children({ ref: button, onClick: () => setOpen(true), onPointerEnter: near, onFocus: near })
  const target = children({})
  return (
    <Suspense fallback={target}>
      <Menu session={session} target={target} close={close} />
    </Suspense>
  )
}
