import { NavLink, Stack, Text } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { House } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { findOperation, partsOf, useDescription, type Noun } from '#console/parts/description.ts'
import type { ProductPage } from '#console/parts/descriptor.ts'
import {
  descriptors,
  nounDescriptor,
  nounTitle,
  productDescriptor,
  productTitle,
} from '#console/products/descriptors.ts'
import { t } from '#console/texts/texts.ts'
import { useAccount, useScope } from './session.tsx'

/** Home, and each product with its pages and nouns, as far as the person's role opens them. */
export function Navigation() {
  const { id: accountId } = useAccount()
  const { pathname } = useLocation()
  const products = useNavigationProducts()
  return (
    <nav aria-label={t('shell.menu')} className="shell-navigation">
      <NavLink
        component={Link}
        to={`/${accountId}`}
        activeOptions={{ exact: true }}
        label={t('shell.home')}
        leftSection={<House size={17} aria-hidden />}
        active={pathname.replace(/\/$/, '').endsWith(accountId)}
      />
      {products.map(({ name, title, pages, nouns }) => (
        <Stack key={name} gap={0} mt="md">
          <Text size="xs" fw={650} c="dimmed" px="sm" pb={4} component="h2">
            {title}
          </Text>
          {entriesOf(pages, nouns).map(({ path, label, icon }) => (
            <Item key={path} to={`/${accountId}/${name}/${path}`} label={label} icon={icon} />
          ))}
        </Stack>
      ))}
    </nav>
  )
}

type Entry = { path: string; label: string; icon: ProductPage['icon'] }

/** Pages and nouns of a product in order: a page stands behind the noun that it follows, else first. */
function entriesOf(pages: readonly ProductPage[], nouns: readonly Noun[]): Entry[] {
  const names = nouns.map(({ id }) => partsOf(id).noun)
  const pagesAfter = (noun: string | undefined): Entry[] =>
    pages
      .filter(({ after }) => (after === undefined || !names.includes(after) ? undefined : after) === noun)
      .map(({ path, title, icon }) => ({ path, label: t(title), icon }))
  return [
    ...pagesAfter(undefined),
    ...nouns.flatMap((noun, index) => [
      { path: names[index] ?? '', label: nounTitle(noun), icon: nounDescriptor(noun).icon },
      ...pagesAfter(names[index]),
    ]),
  ]
}

function Item({ to, label, icon: Icon }: { to: string; label: string; icon: ProductPage['icon'] }) {
  const { pathname } = useLocation()
  const isActive = `${pathname.replace(/^\/console/, '')}/`.startsWith(`${to}/`)
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // The entry of the open page is in view, however long the navigation is. The page itself keeps its place.
    const sidebar = isActive ? link.current?.closest('.shell-sidebar') : undefined
    if (!sidebar || !link.current) return
    const [frame, entry] = [sidebar.getBoundingClientRect(), link.current.getBoundingClientRect()]
    if (entry.bottom > frame.bottom) sidebar.scrollTop += entry.bottom - frame.bottom
    else if (entry.top < frame.top) sidebar.scrollTop -= frame.top - entry.top
  }, [isActive])
  return (
    <NavLink
      component={Link}
      ref={link}
      to={to}
      label={label}
      active={isActive}
      aria-current={isActive ? 'page' : undefined}
      leftSection={<Icon size={17} aria-hidden />}
    />
  )
}

type NavigationProduct = { name: string; title: string; pages: readonly ProductPage[]; nouns: readonly Noun[] }

/** Products with the nouns that have a list which the role opens, described ones first in their order. */
export function useNavigationProducts(): NavigationProduct[] {
  const description = useDescription()
  const hasScope = useScope()
  const { isOperator, isTest } = useAccount()
  const order = descriptors.map(({ name }) => name)
  const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length - 1.5)
  const products = description.products.map((product): NavigationProduct => {
    const { name } = product
    const descriptor = productDescriptor(name)
    const known = Object.keys(descriptor?.nouns ?? {})
    const rank = (noun: Noun) => (known.indexOf(partsOf(noun.id).noun) + known.length + 1) % (known.length + 1)
    const nouns = description.nouns.filter((noun) => {
      const all = findOperation(description, `${noun.id}.all`)
      // Records of the person alone, such as sessions, stand on the person's page.
      const isOfAccount = all !== undefined && all.credential !== 'person'
      return partsOf(noun.id).product === name && isOfAccount && hasScope(all.scope)
    })
    const open = nouns.filter((noun) => nounDescriptor(noun).isNested !== true)
    const pages = (descriptor?.pages ?? []).filter(
      ({ scope, isOfServer = false, isNested = false }) =>
        !isNested && hasScope(scope) && (!isOfServer || (isOperator && !isTest)),
    )
    return { name, title: productTitle(product), pages, nouns: open.toSorted((a, b) => rank(a) - rank(b)) }
  })
  return products
    .filter(({ pages, nouns }) => pages.length + nouns.length > 0)
    .toSorted((a, b) => placeOf(a.name) - placeOf(b.name))
}
