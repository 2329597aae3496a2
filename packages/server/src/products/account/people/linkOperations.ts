import type { Ctx } from '#kit/call/context.ts'
import { companion, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { dateTime, email, flag, line, nameLine, nullable, oneOf } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import { memberCreated, memberDeleted, memberJoined, memberUpdated } from '#products/account/facts.ts'
import { challengeExpired } from './challenge.ts'
import { linkEnded, readLink, type Link } from './link.ts'
import { findBearer, linkChallenge, openLink, signInFirst } from './linkOpening.ts'
import { passwordField } from './passwordChange.ts'
import { isRole, roles } from './roles.ts'
import { signInShape } from './signIn.ts'
import { challengeProperties, passkeyRefused, passkeyResponse } from './webAuthn.ts'

const tokenField = line(80, { description: 'Token of the link: the part of its address behind `#`.' })
const kinds = ['console', 'invitation', 'passwordReset', 'emailChange'] as const
const ofPlatform = { scope: '', credential: 'none', account: 'platform' } as const
const newPerson = {
  email: Type.Optional(email({ description: 'Address of a new owner, where the link names none.' })),
  name: Type.Optional(nameLine(120, { description: 'Name of a new person.' })),
}
const example = { token: 'A'.repeat(54) }

export const operations = [
  operation('account.link.get', {
    ...ofPlatform,
    route: 'POST /public/account/link/get',
    title: 'Links - Get',
    description: 'Purpose of a one-time link, its account and person. The link stays open.',
    isRead: true,
    input: closed({ token: tokenField }),
    output: closed({
      kind: oneOf(kinds, {
        description: 'console: an owner signs in. invitation: a person joins. passwordReset, emailChange: of a person.',
      }),
      accountName: nullable(Type.String({ description: 'Name of the account that it opens.' })),
      email: nullable(Type.String({ description: 'Address that it is for; null: the person chooses.' })),
      role: nullable(oneOf(roles, { description: 'Role that it gives.' })),
      hasPerson: flag({ description: 'Whether the address belongs to a person already.' }),
      expiresAt: dateTime({ description: 'End of the link.' }),
    }),
    reasons: [linkEnded],
    wrongGuesses: [linkEnded],
    example,
    handle: describeLink,
  }),
  operation('account.link.passkeyOptions', {
    ...ofPlatform,
    route: 'POST /public/account/link/passkeyOptions',
    title: 'Links - Passkey options',
    description: 'Makes a challenge for the passkey with which a person opens a link. The link stays open.',
    isRead: true,
    seesSession: true,
    input: closed({ token: tokenField, ...newPerson }),
    output: closed(challengeProperties),
    reasons: [linkEnded, signInFirst],
    wrongGuesses: [linkEnded],
    example,
    handle: linkChallenge,
  }),
  operation('account.link.open', {
    ...ofPlatform,
    route: 'POST /public/account/link/open',
    title: 'Links - Open',
    description:
      'Opens a one-time link and signs in. A new person sends a name with a password or a passkey; a person who is ' +
      'signed in sends the token alone.',
    seesClient: true,
    seesSession: true,
    input: closed({
      token: tokenField,
      ...newPerson,
      password: Type.Optional(passwordField),
      passkey: Type.Optional(
        closed(
          {
            challengeId: line(2_000, { description: 'The challenge of the options.' }),
            response: passkeyResponse,
          },
          { description: 'A passkey in place of a password.' },
        ),
      ),
    }),
    output: signInShape,
    emits: [memberCreated, memberUpdated, memberJoined, memberDeleted],
    reasons: [linkEnded, signInFirst, passkeyRefused, challengeExpired],
    wrongGuesses: [linkEnded],
    example,
    handle: openLink,
  }),
].map(companion)

async function describeLink(ctx: Ctx, { token }: { token: string }) {
  const link = await readLink(ctx, ctx.port(keyHashPort), token)
  const account = link.account_id === null ? undefined : await ctx.accounts.find(link.account_id)
  const person = await findBearer(ctx, link)
  return {
    kind: kindOf(link),
    accountName: account?.name ?? null,
    email: link.email,
    role: link.role !== null && isRole(link.role) ? link.role : null,
    hasPerson: person !== undefined,
    expiresAt: link.expires_at,
  }
}

function kindOf({ kind }: Link): (typeof kinds)[number] {
  const found = kinds.find((each) => each === kind)
  if (found === undefined) throw new Error(`${kind} is no kind of link`)
  return found
}
