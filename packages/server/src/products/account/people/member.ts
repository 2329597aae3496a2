import type { Ctx } from '#kit/call/context.ts'
import { cataloguePort } from '#kit/call/catalogue.ts'
import { problem, reason, reasons } from '#kit/call/problem.ts'
import { companion, madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { outputSchemaOf, present, resource, type Stored } from '#kit/nouns/resource.ts'
import { closed, get, ifVersion, list, removed, versionOf } from '#kit/nouns/standard.ts'
import { outboundTask } from '#kit/nouns/task.ts'
import {
  clientReference,
  dateTime,
  defaulted,
  email,
  flag,
  idOf,
  line,
  matching,
  oneOf,
  optional,
  required,
} from '#kit/values/fields.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { Type } from '#kit/values/schema.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import { publishAccessChange } from '#platform/auth/keyring.ts'
import { hasScope } from '#platform/auth/scopeCover.ts'
import { mailPort } from '#platform/mail/mailPort.ts'
import { memberCreated, memberDeleted, memberJoined, memberUpdated } from '#products/account/facts.ts'
import { linkToken } from '#platform/auth/linkToken.ts'
import { createLink, endInvitations, findLink, linkAddress, linkTokensIn, roleOfLink } from './link.ts'
import { linkMailText, mailTextsOf } from './mailTexts.ts'
import { findRole, placeMembership, readMemberships, removeMembership } from './membership.ts'
import { emailKeyOf, findPerson, findPersonByEmail, personUuidOf, type Person } from './person.ts'
import { personActor } from './personAudit.ts'
import { roles, scopesOfRole, type Role } from './roles.ts'

const readOnly = { access: { isReadOnly: true } }

/** The reason for a person who is a member, or invited, already. */
const memberThere = reason('conflict', 'member_exists', 'The address belongs to a member, or is invited already.')
/** The reason for a role with more rights than those of the caller. */
const roleExceeded = reason('not_authorized', 'role_exceeded', 'A role cannot be given by a caller with fewer rights.')
/** The reason for a change that would leave an account without an owner. */
const lastOwner = reason('conflict', 'last_owner', 'An account keeps at least one owner.')
/** The reason for a change of members by way of the test account. */
const liveAccountOnly = reason(
  'not_authorized',
  'live_account_only',
  'Members belong to the live account: use it, or a key of it.',
)

/** A person with a role in the account, or one who is invited. */
export const member = resource({
  id: 'account.member',
  title: 'Member',
  description: 'Members of the account',
  table: 'account_member',
  idKey: 'memberId',
  prefix: 'amb',
  states: { invited: ['active'], active: [] },
  initial: 'invited',
  countMax: 500,
  fields: {
    email: required(email({ description: 'E-mail address of the person.' }), { access: { isFixed: true } }),
    name: defaulted(line(120, { min: 0, description: 'Name of the person; empty until they join.' }), '', readOnly),
    role: required(oneOf(roles, { description: 'Role, which decides the scopes.' })),
    personId: optional(
      matching('^per_[0-9a-z]{26}$', 30, { description: 'The person; null until they join.' }),
      readOnly,
    ),
    joinedAt: optional(dateTime({ description: 'Time at which the person joined.' }), readOnly),
  },
  derived: { email_key: { sqlType: 'text', of: ({ email: address }) => emailKeyOf(address) } },
  constraints: { account_member_email_key: { reason: memberThere, field: 'email' } },
  facts: { created: memberCreated, updated: memberUpdated, deleted: memberDeleted, moved: { active: memberJoined } },
  card: ({ name, email: address }) => ({ title: String(name === '' ? address : name) }),
})

const one = { memberId: madeFirst('account.member') }
const roleField = oneOf(roles, { description: 'Role: owner, developer, operator, analyst or reader.' })

export const operations = [
  list(member, 'GET /api/account/member/all', 'Members - Get All', { sorts: ['-createdAt', 'createdAt'] }),
  get(member, 'GET /api/account/member/get', 'Members - Get', { example: one }),
  operation('account.member.create', {
    route: 'POST /api/account/member/create',
    title: 'Members - Invite',
    description: 'Invites a person by mail. The link in it is valid for seven days, once.',
    scope: 'account.member:write',
    input: closed({
      email: email({ description: 'E-mail address of the person.' }),
      role: roleField,
      clientReference: Type.Optional(clientReference()),
    }),
    output: outputSchemaOf(member, { created: flag({ description: 'False when it was there already.' }) }),
    emits: [memberCreated],
    reasons: [memberThere, roleExceeded, liveAccountOnly],
    example: { email: 'noor@example.com', role: 'operator' },
    handle: once(async (ctx, { email: address, role, clientReference: reference }) => {
      checkLive(ctx)
      checkGrant(ctx, role)
      const made = await ctx.atomic(async (inner) => {
        const options = reference === undefined ? {} : { clientReference: reference }
        await lockMembers(inner)
        const created = await inner.store.create(member, { email: address, role }, options)
        if (created.created) await invite(inner, created.record)
        return created
      })
      return { ...(await presented(ctx, made.record)), created: made.created }
    }),
  }),
  operation('account.member.update', {
    route: 'PUT /api/account/member/update',
    title: 'Members - Update',
    description: 'Changes the role of a member; effective in every process within a second.',
    scope: 'account.member:write',
    input: closed({ memberId: idOf('amb'), role: Type.Optional(roleField), ifVersion: ifVersion() }),
    output: outputSchemaOf(member),
    emits: [memberUpdated],
    reasons: [roleExceeded, lastOwner, liveAccountOnly],
    example: { ...one, role: 'analyst' },
    handle: once(async (ctx, { memberId, role, ...input }) => {
      checkLive(ctx)
      const record = await ctx.atomic((inner) => changeRole(inner, { memberId, role, version: versionOf(input) }))
      return presented(ctx, record)
    }),
  }),
  operation('account.member.delete', {
    route: 'POST /api/account/member/delete',
    title: 'Members - Remove',
    description: 'Removes a member or withdraws an invitation; effective in every process within a second.',
    scope: 'account.member:write',
    input: closed({ memberId: idOf('amb'), ifVersion: ifVersion() }),
    output: removed(),
    emits: [memberDeleted],
    reasons: [roleExceeded, lastOwner, liveAccountOnly],
    example: one,
    handle: once(async (ctx, { memberId, ...input }) => {
      checkLive(ctx)
      const record = await ctx.atomic((inner) => remove(inner, memberId, versionOf(input)))
      return { id: record.id, status: record.status }
    }),
  }),
  operation('account.member.resend', {
    route: 'POST /api/account/member/resend',
    title: 'Members - Resend the invitation',
    description: 'Sends an invitation again, with a new link; the former link ends.',
    scope: 'account.member:write',
    input: closed({ memberId: idOf('amb') }),
    output: outputSchemaOf(member),
    reasons: [reasons.invalidTransition, roleExceeded, liveAccountOnly],
    example: one,
    handle: once(async (ctx, { memberId }) => {
      checkLive(ctx)
      const record = await ctx.atomic(async (inner) => {
        await lockMembers(inner)
        const found = await inner.store.get(member, memberId)
        if (found.status !== 'invited') throw problem(reasons.invalidTransition, { details: { status: found.status } })
        checkGrant(inner, found.role)
        await inner.audit({ action: 'account.member.resent', target: found.id })
        await invite(inner, found)
        return found
      })
      return presented(ctx, record)
    }),
  }),
].map(companion)

async function presented(ctx: Ctx, record: Stored<typeof member>) {
  return (await present({ ctx, audience: 'owner' }, member, [record]))[0] ?? {}
}

function checkLive(ctx: Ctx): void {
  if (ctx.account.mode !== 'live') throw problem(liveAccountOnly)
}

/** Throws role_exceeded when a person or a restricted key would give a role with scopes that they lack. */
function checkGrant(ctx: Ctx, role: Role): void {
  if (!coversRole(ctx, role)) throw problem(roleExceeded)
}

/** Whether a caller has every scope of a role. */
function coversRole(ctx: Ctx, role: Role): boolean {
  return scopesOfRole(role, ctx.port(cataloguePort).scopes).every((scope) => hasScope(ctx.actor, scope))
}

/**
 * A mail without the tokens of links that its reader could not make: links of people, and invitations for readers who
 * manage no members. The operator of the installation reads every one.
 */
export async function withoutLinks(ctx: Ctx, text: string): Promise<string> {
  if (ctx.actor.kind === 'system') return text
  let clean = text
  for (const token of linkTokensIn(text)) {
    const link = await findLink(ctx, ctx.port(keyHashPort), token)
    const isOwn = link?.kind === 'invitation' && link.account_id === ctx.account.id
    const isReadable = isOwn && hasScope(ctx.actor, 'account.member:write') && coversRole(ctx, roleOfLink(link))
    if (!isReadable) clean = clean.replaceAll(token, '…')
  }
  return clean
}

type RoleChange = { memberId: string; role: Role | undefined; version: { ifVersion?: number } }

async function changeRole(ctx: Ctx, { memberId, role, version }: RoleChange): Promise<Stored<typeof member>> {
  await lockMembers(ctx)
  const before = await ctx.store.get(member, memberId)
  if (role === undefined) return before
  checkGrant(ctx, role)
  checkGrant(ctx, before.role)
  if (before.role === 'owner' && role !== 'owner') await checkOtherOwner(ctx, before)
  const record = await ctx.store.update(member, memberId, { patch: { role }, ...version })
  const personUuid = before.personId === null ? undefined : personUuidOf(before.personId)
  if (personUuid !== undefined) {
    await placeMembership(ctx.db, personUuid, { accountId: ctx.account.id, role, at: ctx.now() })
    await publishMembers(ctx)
  }
  return record
}

async function remove(ctx: Ctx, memberId: string, version: { ifVersion?: number }): Promise<Stored<typeof member>> {
  await lockMembers(ctx)
  const before = await ctx.store.get(member, memberId)
  checkGrant(ctx, before.role)
  if (before.role === 'owner') await checkOtherOwner(ctx, before)
  return removeChecked(ctx, before, version)
}

async function removeChecked(ctx: Ctx, before: Stored<typeof member>, version: { ifVersion?: number }) {
  const record = await ctx.store.remove(member, before.id, version)
  await endInvitations(ctx, ctx.account.id, emailKeyOf(before.email))
  const personUuid = before.personId === null ? undefined : personUuidOf(before.personId)
  if (personUuid !== undefined) {
    await removeMembership(ctx.db, personUuid, ctx.account.id)
    await publishMembers(ctx)
  }
  return record
}

/** Throws last_owner when no other active member is an owner. Call under the lock of the members. */
async function checkOtherOwner(ctx: Ctx, { status, id }: Stored<typeof member>): Promise<void> {
  if (status !== 'active') return
  const { items } = await ctx.store.list(member, { limit: 2, conditions: [activeOwner] })
  if (!items.some((each) => each.id !== id)) throw problem(lastOwner)
}

/** Serializes changes of the members of an account, within a transaction. */
export async function lockMembers(ctx: Ctx): Promise<void> {
  await ctx.lock('account.members')
}

async function publishMembers(ctx: Ctx): Promise<void> {
  await ctx.db.rows(publishAccessChange, [uuidv7(ctx.now().getTime()), ctx.account.id])
}

/** A person who joins an account with a role. `keepsRole`: one who is a member already keeps theirs. */
export type Joining = {
  personUuid: string
  personId: string
  name: string
  email: string
  role: Role
  keepsRole: boolean
}

/**
 * Makes a person an active member, within a transaction: the member of the invitation, else a new one. Returns false
 * for an invitation that was withdrawn.
 */
export async function join(ctx: Ctx, joining: Joining, isInvited: boolean): Promise<boolean> {
  const { personUuid, personId, name, email: address } = joining
  await lockMembers(ctx)
  const known = await ctx.store.findBy(member, 'email_key', emailKeyOf(address))
  if (known === undefined && isInvited) return false
  const set = { personId, name, joinedAt: ctx.now().toISOString() }
  const role = await roleOf(ctx, joining, isInvited ? known : undefined)
  if (known === undefined) {
    await ctx.store.create(member, { email: address, role }, { status: 'active', set })
  } else {
    const status = known.status === 'invited' ? { status: 'active' } : {}
    await ctx.store.update(member, known.id, { patch: { ...set, role }, ...status })
  }
  await placeMembership(ctx.db, personUuid, { accountId: ctx.account.id, role, at: ctx.now() })
  await publishMembers(ctx)
  return true
}

/** The role of a person who joins: that of the invitation, their own one, or the one of the link. */
async function roleOf(
  ctx: Ctx,
  { personUuid, role, keepsRole }: Joining,
  invited: Stored<typeof member> | undefined,
): Promise<Role> {
  if (invited !== undefined) return invited.role
  const own = keepsRole ? await findRole(ctx.db, personUuid, ctx.account.id) : undefined
  return own ?? role
}

/**
 * Copies the name and e-mail address of a person to their members, within a transaction. `before`: the person as the
 * members have it. An invitation to the new address ends: its person is a member already.
 */
export async function followPerson(
  ctx: Ctx,
  before: Pick<Person, 'id' | 'email' | 'name'>,
  { email: address, name }: { email: string; name: string },
): Promise<void> {
  if (before.email === address && before.name === name) return
  const [formerKey, key] = [emailKeyOf(before.email), emailKeyOf(address)]
  for (const { accountId } of await readMemberships(ctx.db, before.id)) {
    const account = await ctx.accounts.find(accountId)
    if (account === undefined) continue
    const own = ctx.as(account, personActor(before))
    const found = await own.store.findBy(member, 'email_key', formerKey)
    const invited = formerKey === key ? undefined : await own.store.findBy(member, 'email_key', key)
    if (invited !== undefined) await removeChecked(own, invited, {})
    if (found !== undefined) await own.store.update(member, found.id, { patch: { email: address, name } })
  }
}

/** Whether an account has an active owner. */
export async function hasOwner(ctx: Ctx): Promise<boolean> {
  return (await ctx.store.count(member, [activeOwner], 1)) > 0
}

const activeOwner = { sql: "t.role = 'owner' and t.status = 'active'", values: [] }

async function invite(ctx: Ctx, { id, email: address, role }: Stored<typeof member>): Promise<void> {
  const key = emailKeyOf(address)
  await endInvitations(ctx, ctx.account.id, key)
  const linkId = await createLink(
    ctx.db,
    { kind: 'invitation', accountId: ctx.account.id, role, email: key },
    ctx.now(),
  )
  ctx.later(sendInvitation, { memberId: id, linkId, language: await languageOfActor(ctx) }, ctx.now())
}

/** The language of the person who calls; English for a key. */
async function languageOfActor({ db, actor }: Ctx): Promise<string> {
  const personUuid = actor.kind === 'person' ? personUuidOf(actor.id) : undefined
  const person = personUuid === undefined ? undefined : await findPerson(db, personUuid)
  return person?.language ?? 'en'
}

/**
 * Mails an invitation, in the language of a known person, else in that of the inviting one. The token of the link is
 * computed when the mail leaves, so no queue holds it.
 */
export const sendInvitation = outboundTask(
  'account.member.invite',
  'Mails an invitation to join the account.',
  Type.Object({ memberId: Type.String(), linkId: Type.String(), language: Type.Optional(Type.String()) }),
  async (ctx, { memberId, linkId, language = 'en' }) => {
    const found = await ctx.store.find(member, memberId)
    if (found === undefined || found.status !== 'invited') return
    const address = linkAddress(ctx.settings.publicUrl, linkToken(ctx.port(keyHashPort), linkId))
    const known = await findPersonByEmail(ctx.db, found.email)
    const text = mailTextsOf(known?.language ?? language).invitation(ctx.account.name, found.role)
    await ctx.port(mailPort).send(ctx.account, {
      to: found.email,
      subject: text.subject,
      text: linkMailText(text, address),
      idempotencyKey: `invitation:${linkId}`,
    })
  },
)
