import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type ErrorComponentProps,
} from '@tanstack/react-router'
import { descriptionQuery, schemasQuery } from '#console/parts/description.ts'
import { recordQuery } from '#console/parts/recordQueries.ts'
import { withScreenTexts } from '#console/texts/texts.ts'
import { AccountPages, EntryPage } from './accountPages.tsx'
import { openClient } from './client.ts'
import { FailurePage } from './failurePage.tsx'
import { NotFoundPage } from './notFoundPage.tsx'
import { queries } from './queryClient.ts'
import { csrfToken } from './session.tsx'
import { readSearch, writeSearch } from './searchText.ts'

const failurePage = ({ error, reset }: ErrorComponentProps) => <FailurePage error={error} retry={reset} />

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: failurePage,
})

const entry = createRoute({ getParentRoute: () => root, path: '/', component: EntryPage })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => withScreenTexts(() => import('./signIn/signInPage.tsx')), 'SignInPage'),
})

const link = createRoute({
  getParentRoute: () => root,
  path: '/link',
  component: lazyRouteComponent(() => withScreenTexts(() => import('./signIn/linkPage.tsx')), 'LinkPage'),
})

const person = createRoute({
  getParentRoute: () => root,
  path: '/person',
  component: lazyRouteComponent(() => withScreenTexts(() => import('./person/personPage.tsx')), 'PersonPage'),
})

const account = createRoute({ getParentRoute: () => root, path: '/$accountId', component: AccountPages })

const home = createRoute({
  getParentRoute: () => account,
  path: '/',
  component: lazyRouteComponent(() => import('./home/homePage.tsx'), 'HomePage'),
})

/**
 * Reads the schemas of a product beside the code of its page. A page that suspends for them would appear 300 ms later:
 * React delays what follows a fallback. An unknown product fails on the page itself.
 */
const readSchemas = (product: string) => ignoringFailure(queries.ensureQueryData(schemasQuery(product)))

type RecordParams = { accountId: string; product: string; noun: string; recordId: string }

/** Reads a record likewise, once a person is signed in. A mere pointer over a link reads none. */
const readRecordPage = async ({ params, cause }: { params: RecordParams; cause: string }) => {
  const { accountId, product, noun, recordId } = params
  const reads: Promise<void>[] = [readSchemas(product)]
  const description = queries.getQueryData(descriptionQuery.queryKey)
  const found = description?.nouns.find(({ id }) => id === `${product}.${noun}`)
  if (description !== undefined && found !== undefined && csrfToken.current !== undefined && cause !== 'preload') {
    const client = openClient(description, csrfToken, accountId)
    reads.push(ignoringFailure(queries.ensureQueryData(recordQuery({ id: accountId, client }, found, recordId))))
  }
  await Promise.all(reads)
}

/** A page shows by itself what it failed to read. */
const ignoringFailure = (read: Promise<unknown>): Promise<void> =>
  read.then(
    () => undefined,
    () => undefined,
  )

const list = createRoute({
  getParentRoute: () => account,
  path: '/$product/$noun',
  loader: ({ params }) => readSchemas(params.product),
  component: lazyRouteComponent(() => withScreenTexts(() => import('#console/parts/list/listPage.tsx')), 'ListPage'),
})

const create = createRoute({
  getParentRoute: () => account,
  path: '/$product/$noun/new',
  loader: ({ params }) => readSchemas(params.product),
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('#console/parts/form/createPage.tsx')),
    'CreatePage',
  ),
})

const record = createRoute({
  getParentRoute: () => account,
  path: '/$product/$noun/$recordId',
  loader: readRecordPage,
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('#console/parts/record/recordPage.tsx')),
    'RecordPage',
  ),
})

const edit = createRoute({
  getParentRoute: () => account,
  path: '/$product/$noun/$recordId/edit',
  loader: readRecordPage,
  component: lazyRouteComponent(() => withScreenTexts(() => import('#console/parts/form/editPage.tsx')), 'EditPage'),
})

const routeTree = root.addChildren([
  entry,
  signIn,
  link,
  person,
  account.addChildren([home, list, create, record, edit]),
])

/** The router of the console. Search parameters are flat texts: an address can be read, changed and shared. */
export const router = createRouter({
  routeTree,
  basepath: '/console',
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingMs: 150,
  // A page that fails leaves the navigation around it.
  defaultErrorComponent: failurePage,
  parseSearch: readSearch,
  stringifySearch: writeSearch,
})

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges into the router's own
  interface Register {
    router: typeof router
  }
}
