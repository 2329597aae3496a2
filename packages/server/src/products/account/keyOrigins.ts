import { ownSitesPort, type OwnSites } from '#kit/call/ownSites.ts'
import { provide } from '#kit/call/port.ts'
import { statement } from '#kit/call/statement.ts'
import { isOriginAllowed } from '#platform/auth/origins.ts'

const keysMax = 1_000

const sites: OwnSites = {
  async has(ctx, origin) {
    const rows = await ctx.db.rows(originsOfKeys, [ctx.account.id, ctx.now().toISOString()])
    return rows.some(({ allowed_origins: origins }) => isOriginAllowed(origins, origin))
  },
}

/** Port of the sites of an account, which other products lead people to. */
export const ports = [provide(ownSitesPort, sites)]

const originsOfKeys = statement(
  'account_key.origins',
  'account',
  `select allowed_origins from account_key
   where account_id = $1 and kind = 'public' and status = 'active' and deleted_at is null
     and (expires_at is null or expires_at > $2::timestamptz)
   order by created_at desc, id desc limit ${keysMax}`,
)
