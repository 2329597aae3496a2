import { FairgroundError } from '@fairground/sdk'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createContext, use, useMemo, type ReactNode } from 'react'
import { useDescription } from '#console/parts/description.ts'
import { setTimeZone } from '#console/texts/formats.ts'
import { claimBrowser } from './browserTraces.ts'
import { openClient, type Client, type CsrfToken } from './client.ts'

/** The signed-in person and the accounts that they work in. */
export type Session = {
  sessionId: string
  csrfToken: string
  signedInAt: string
  person: {
    personId: string
    email: string
    name: string
    language: string | null
    timeZone: string | null
    hasPassword: boolean
    hasSecondFactor: boolean
    passkeyCount: number
  }
  accounts: SessionAccount[]
}

export type SessionAccount = {
  accountId: string
  testAccountId: string
  name: string
  kind: string
  role: string
  /** Whether it is the account of the operator of this server. */
  isOperator: boolean
  scopes: string[]
}

/** The token of the session in this page, shared by all clients. */
export const csrfToken: CsrfToken = { current: undefined }
const sessionKey = ['session']

/** The client for calls of the person, without an account. */
export function usePersonClient(): Client {
  const description = useDescription()
  return useMemo(() => openClient(description, csrfToken), [description])
}

/** The session; null when signed out. */
export function useSession(): Session | null {
  const client = usePersonClient()
  return useSuspenseQuery({
    queryKey: sessionKey,
    queryFn: async () => {
      try {
        // cast: the operation returns this form.
        const session = (await client.callAny('account.session.get', {})) as Session
        if (!(await claimBrowser(session.person.personId))) return await reloaded()
        csrfToken.current = session.csrfToken
        setTimeZone(session.person.timeZone ?? undefined)
        return session
      } catch (error) {
        if (error instanceof FairgroundError && error.status === 401) return null
        throw error
      }
    },
    staleTime: 60_000,
  }).data
}

/** Loads the page again; never resolves. */
function reloaded(): Promise<never> {
  location.reload()
  return new Promise(() => undefined)
}

/** Reads the session again, as after a sign-in, sign-out or change of a role. */
export function useSessionReload(): (csrfToken?: string) => Promise<void> {
  const queries = useQueryClient()
  return async (token) => {
    if (token !== undefined) csrfToken.current = token
    await queries.resetQueries({ queryKey: sessionKey })
  }
}

/** Changes the name of an account in the session that this page knows, without a call. */
export function useAccountRename(): (accountId: string, name: string) => void {
  const queries = useQueryClient()
  return (accountId, name) =>
    queries.setQueryData<Session | null>(sessionKey, (session) => {
      if (session === null || session === undefined) return session
      const accounts = session.accounts.map((each) => (each.accountId === accountId ? { ...each, name } : each))
      return { ...session, accounts }
    })
}

/** The account of a page: that of its address. */
export type PageAccount = SessionAccount & {
  /** Id of the live account or of its test twin. */
  id: string
  isTest: boolean
  client: Client
}

const AccountContext = createContext<PageAccount | undefined>(undefined)

/** Gives pages below it their account. */
export function AccountProvider({ account, children }: { account: PageAccount; children: ReactNode }) {
  return <AccountContext value={account}>{children}</AccountContext>
}

/** The account of this page, with the client that calls operations on it. Throws outside of an account. */
export function useAccount(): PageAccount {
  const account = use(AccountContext)
  if (account === undefined) throw new Error('this page belongs to no account')
  return account
}

/** Whether the role of the person covers a scope on the account of this page. */
export function useScope(): (scope: string) => boolean {
  const { scopes } = useAccount()
  return (scope) => scope === '' || scopes.some((granted) => covers(granted, scope))
}

/** Whether a scope, which may hold `*`, covers another one. */
export function covers(granted: string, requested: string): boolean {
  if (granted === '*' || granted === requested) return true
  const [subject = '', verb = ''] = granted.split(':')
  const [requestedSubject = '', requestedVerb = ''] = requested.split(':')
  if (verb !== '*' && verb !== requestedVerb) return false
  const [product, noun] = subject.split('.')
  const [requestedProduct, requestedNoun] = requestedSubject.split('.')
  return (product === '*' || product === requestedProduct) && (noun === '*' || noun === requestedNoun)
}
