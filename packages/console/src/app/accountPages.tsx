import { Outlet, useLocation, useParams } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useDescription } from '#console/parts/description.ts'
import { openClient } from './client.ts'
import { NotFoundPage } from './notFoundPage.tsx'
import { keepLastAccount, lastAccount } from './preferences.ts'
import { Redirect } from './redirect.tsx'
import { AccountProvider, csrfToken, useSession, type PageAccount } from './session.tsx'
import { Shell } from './shell.tsx'

/** Leads to the account of the last visit, else the first one, else to the sign-in. */
export function EntryPage() {
  const session = useSession()
  if (session === null) return <Redirect to="/sign-in" />
  const ids = session.accounts.flatMap(({ accountId, testAccountId }) => [accountId, testAccountId])
  const last = lastAccount()
  const accountId = last !== undefined && ids.includes(last) ? last : ids[0]
  if (accountId === undefined) return <Redirect to="/person" />
  return <Redirect to={`/${accountId}`} />
}

/** The pages of one account within the shell. A visitor without a session signs in and comes back here. */
export function AccountPages() {
  const { accountId } = useParams({ from: '/$accountId' })
  const session = useSession()
  const description = useDescription()
  const { href } = useLocation()
  const account = useMemo((): PageAccount | undefined => {
    const found = session?.accounts.find((each) => [each.accountId, each.testAccountId].includes(accountId))
    if (found === undefined) return undefined
    const client = openClient(description, csrfToken, accountId)
    return { ...found, id: accountId, isTest: found.testAccountId === accountId, client }
  }, [session, description, accountId])
  useEffect(() => {
    if (account !== undefined) keepLastAccount(account.id)
  }, [account])
  if (session === null) return <Redirect to="/sign-in" search={{ next: href }} />
  if (account === undefined) return <NotFoundPage />
  return (
    <AccountProvider account={account}>
      <Shell session={session}>
        <Outlet />
      </Shell>
    </AccountProvider>
  )
}
