import type { Ctx } from '#kit/call/context.ts'
import { contactsPort, type PersonTyped } from '#kit/call/contacts.ts'
import { field, invalid, reasons } from '#kit/call/problem.ts'
import { companion, once, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { accountId, dateTime, email, flag, idOf, languageTag, line, matching, nullable } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import { proofPattern } from '#platform/secrets/proof.ts'
import { viewerTokensPort } from '#platform/auth/viewerTokensPort.ts'
import { viewerSignedIn } from '#products/account/facts.ts'
import { wrongCode } from '#products/account/people/secondFactor.ts'
import { contactChanged, contactCreated, contactUpdated } from '#products/marketing/facts.ts'
import { ownPathOf } from './ownPath.ts'
import {
  codeIdOf,
  codePrefix,
  codesSent,
  makeCode,
  proveDigits,
  proveLink,
  spendCode,
  type OpenCode,
} from './viewerCode.ts'
import { mailViewerCode } from './viewerMail.ts'
import { contactPrefix, endViewerSession, findViewer, startViewerSession } from './signedInViewer.ts'

/** Life of a viewer token. */
const tokenLifeMs = 15 * 60_000

const anyone = { scope: '', credential: 'none' } as const
const identifying = [contactCreated, contactUpdated, contactChanged]
const signingIn = [...identifying, viewerSignedIn]
const codeId = idOf(codePrefix, { description: 'Id of the code, from the response to its request.' })
const unknownCodeId = `${codePrefix}_${'0'.repeat(34)}`
const signedIn = closed({ contactId: idOf(contactPrefix, { description: 'Contact of the person.' }) })

/** RequestCode: the first step of a sign-in. */
export const requestCode = companion(
  operation('account.viewer.requestCode', {
    ...anyone,
    route: 'POST /public/account/viewer/requestCode',
    title: 'Viewers - Request a code',
    rate: 'form',
    seesClient: true,
    description:
      'Mails a code of six digits and a link to a member of the audience of an account. The response is the same for ' +
      'known and unknown addresses.',
    input: closed({
      accountId: accountId(),
      email: email({ description: 'Mail address of the person.' }),
      language: Type.Optional(languageTag({ description: 'Language of the mail; that of the account if left out.' })),
      next: Type.Optional(line(500, { description: 'Path of this server that the link of the mail opens.' })),
    }),
    output: closed({ codeId }),
    reasons: [codesSent],
    example: { accountId: 'acc_00000000', email: 'mira@example.com' },
    async handle(ctx, { email: address, language = ctx.account.language, next }) {
      const codeUuid = await ctx.atomic(async (inner) => {
        const made = await makeCode(inner, address)
        await inner.audit({ action: 'account.viewer.codeRequested', target: codeIdOf(inner, made) })
        inner.later(mailViewerCode, { codeUuid: made, language, next: ownPathOf(next) ?? '' }, inner.now())
        return made
      })
      return { codeId: codeIdOf(ctx, codeUuid) }
    },
  }),
)

/** SignIn: the second step, by the digits of the mail. */
export const signInByCode = companion(
  operation('account.viewer.signIn', {
    ...anyone,
    route: 'POST /public/account/viewer/signIn',
    title: 'Viewers - Sign in',
    seesClient: true,
    seesViewer: true,
    description:
      'Signs a person in by the code of a mail, and sets a cookie that no script can read. The person is the contact ' +
      'with the address of the mail; a new address becomes a contact without marketing mail. Five guesses end a code.',
    input: closed({ codeId, code: line(20, { description: 'The six digits of the mail.' }) }),
    output: signedIn,
    reasons: [wrongCode, reasons.originNotAllowed],
    wrongGuesses: [wrongCode],
    emits: signingIn,
    example: { codeId: unknownCodeId, code: '123456' },
    handle: async (ctx, { codeId: id, code }) => signIn(ctx, await proveDigits(ctx, id, code), 'code'),
  }),
)

/** OpenLink: the second step, by the link of the mail. */
export const signInByLink = companion(
  operation('account.viewer.openLink', {
    ...anyone,
    route: 'POST /public/account/viewer/openLink',
    title: 'Viewers - Open a link',
    seesClient: true,
    seesViewer: true,
    description: 'Signs a person in by the link of a mail, as its code does.',
    input: closed({
      codeId,
      proof: matching(proofPattern, 24, { description: 'Proof in the link.', examples: ['A'.repeat(24)] }),
    }),
    output: signedIn,
    reasons: [wrongCode, reasons.originNotAllowed],
    wrongGuesses: [wrongCode],
    emits: signingIn,
    example: { codeId: unknownCodeId, proof: 'A'.repeat(24) },
    handle: async (ctx, { codeId: id, proof }) => signIn(ctx, await proveLink(ctx, id, proof), 'link'),
  }),
)

/** SignOut: ends the session of the browser. */
export const signOut = companion(
  operation('account.viewer.signOut', {
    ...anyone,
    route: 'POST /public/account/viewer/signOut',
    title: 'Viewers - Sign out',
    seesViewer: true,
    description: 'Signs the viewer of the browser out.',
    input: closed({ accountId: accountId() }),
    output: closed({ isSignedOut: flag({ description: 'Always true.' }) }),
    example: { accountId: 'acc_00000000' },
    async handle(ctx) {
      await ctx.atomic(async (inner) => {
        const viewer = await findViewer(inner)
        await endViewerSession(inner)
        const target = viewer?.contactId ?? inner.account.publicId
        await inner.audit({ action: 'account.viewer.signedOut', target })
      })
      return { isSignedOut: true }
    },
  }),
)

const tokenFields = {
  token: line(1_000, { description: 'Viewer token (JWT, Ed25519) with account and contact, valid for 15 minutes.' }),
  expiresAt: dateTime({ description: 'End of the token.' }),
}

/** Operations of viewers. */
export const operations = [
  requestCode,
  signInByCode,
  signInByLink,
  signOut,
  companion(
    operation('account.viewer.get', {
      ...anyone,
      route: 'GET /public/account/viewer/get',
      title: 'Viewers - Get',
      seesViewer: true,
      description: 'The viewer who is signed in by this browser, with a viewer token for scripts. Null without one.',
      input: closed({ accountId: accountId() }),
      output: closed({
        contactId: nullable(idOf(contactPrefix, { description: 'Contact of the viewer.' })),
        token: nullable(tokenFields.token),
        expiresAt: nullable(tokenFields.expiresAt),
      }),
      example: { accountId: 'acc_00000000' },
      async handle(ctx) {
        const viewer = await findViewer(ctx)
        if (viewer === undefined) return { contactId: null, token: null, expiresAt: null }
        return { ...viewer, ...(await makeToken(ctx, viewer.contactId)) }
      },
    }),
  ),
  companion(
    operation('account.viewer.createToken', {
      route: 'POST /api/account/viewer/createToken',
      title: 'Viewers - Create a token',
      scope: 'account.viewer:write',
      description:
        'Makes a viewer token for a person who is signed in at your server: a contact, or a person found by external ' +
        'id, viewer id or address. An unknown one becomes a contact without marketing mail.',
      input: closed({
        contactId: Type.Optional(idOf(contactPrefix, { description: 'The person as a contact.' })),
        email: Type.Optional(email({ description: 'Mail address of the person.' })),
        externalId: Type.Optional(line(128, { description: 'Id of the person in your system.' })),
        viewerId: Type.Optional(line(128, { description: 'Id of the person as a viewer.' })),
      }),
      output: closed({ contactId: idOf(contactPrefix, { description: 'Contact of the person.' }), ...tokenFields }),
      emits: identifying,
      example: { externalId: 'customer-42' },
      handle: once((ctx, { contactId, ...typed }) =>
        ctx.atomic(async (inner) => {
          const found =
            contactId === undefined ? await identified(inner, typed) : await checkedContact(inner, contactId)
          // A new contact has an audit row already.
          if (!found.created) await inner.audit({ action: 'account.viewer.tokenCreated', target: found.contactId })
          return { contactId: found.contactId, ...(await makeToken(inner, found.contactId)) }
        }),
      ),
    }),
  ),
]

async function makeToken(ctx: Ctx, contactId: string): Promise<{ token: string; expiresAt: string }> {
  const seconds = Math.floor((ctx.now().getTime() + tokenLifeMs) / 1000)
  const viewer = { accountId: ctx.account.publicId, contactId, expiresAt: seconds }
  return {
    token: await ctx.port(viewerTokensPort).signViewer(viewer),
    expiresAt: new Date(seconds * 1000).toISOString(),
  }
}

/** The contact of a person at the sign-in, found or made. */
function identified(ctx: Ctx, typed: Omit<PersonTyped, 'source'>): Promise<Identified> {
  return ctx.port(contactsPort).identify(ctx, { ...typed, source: 'account.viewer' })
}

type Identified = { contactId: string; created: boolean }

async function checkedContact(ctx: Ctx, contactId: string): Promise<Identified> {
  const found = await ctx.port(contactsPort).people(ctx, [contactId])
  if (!found.has(contactId)) throw invalid(field('contactId', 'reference', 'is no contact of this account'))
  return { contactId, created: false }
}

/** Spends a proved code and starts the session of its contact, in one transaction. */
function signIn(ctx: Ctx, code: OpenCode, way: 'code' | 'link'): Promise<{ contactId: string }> {
  return ctx.atomic(async (inner) => {
    await spendCode(inner, code)
    const { contactId, created } = await identified(inner, { email: code.email })
    // A new contact has an audit row already.
    if (!created) await inner.audit({ action: 'account.viewer.signedIn', target: contactId })
    await startViewerSession(inner, { contactId })
    inner.emit(viewerSignedIn, { contactId, way }, { id: contactId, status: 'signedIn', version: 1 })
    return { contactId }
  })
}
