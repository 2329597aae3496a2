import { findOperation, partsOf, useDescription } from '#console/parts/description.ts'
import { nounDescriptor, nounName, nounTitle } from '#console/products/descriptors.ts'
import { useNavigationProducts } from '#console/app/navigation.tsx'
import { useAccount, useScope, type Session } from '#console/app/session.tsx'
import { inText } from '#console/parts/labels.ts'
import { t } from '#console/texts/texts.ts'
import type { PaletteEntry } from './paletteMatch.ts'

/** Pages, forms of new records and accounts that the person can open. */
export function usePaletteEntries(session: Session | null): PaletteEntry[] {
  const { id: accountId, accountId: liveId, testAccountId, isTest } = useAccount()
  const description = useDescription()
  const hasScope = useScope()
  const home = `/${accountId}`
  const [pages, creates, accounts] = [t('palette.pages'), t('palette.create'), t('shell.accounts')]
  const products = useNavigationProducts()
  const ofProducts = products.flatMap(({ name, title, pages: own, nouns }) => [
    ...own.map((page) => ({ group: pages, title: t(page.title), path: `${home}/${name}/${page.path}`, words: title })),
    ...nouns.flatMap((noun) => {
      const path = `${home}/${name}/${partsOf(noun.id).noun}`
      const create = findOperation(description, `${noun.id}.create`)
      const canCreate = create !== undefined && hasScope(create.scope) && nounDescriptor(noun).isNested !== true
      const list = { group: pages, title: nounTitle(noun), path, words: title }
      const made = {
        group: creates,
        title: t('form.new', { noun: inText(nounName(noun)) }),
        path: `${path}/new`,
        words: title,
      }
      return canCreate ? [list, made] : [list]
    }),
  ])
  const others = (session?.accounts ?? []).filter((each) => each.accountId !== liveId)
  const all = [
    { group: pages, title: t('shell.home'), path: home, words: '' },
    ...ofProducts,
    { group: pages, title: t('shell.person'), path: '/person', words: 'password passkey' },
    {
      group: accounts,
      title: t(isTest ? 'shell.toLive' : 'shell.toTest'),
      path: `/${isTest ? liveId : testAccountId}`,
      words: 'test live',
    },
    ...others.map((each) => ({ group: accounts, title: each.name, path: `/${each.accountId}`, words: '' })),
  ]
  return all.map((each) => ({ id: `${each.group} ${each.path}`, ...each }))
}
