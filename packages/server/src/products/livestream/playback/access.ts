import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { dateTime, idOf, line, nullable } from '#kit/values/fields.ts'
import { madeFirst, operation } from '#kit/nouns/operation.ts'
import { field, invalid, problem, reason, reasons } from '#kit/call/problem.ts'
import { closed } from '#kit/nouns/standard.ts'
import { parseId } from '#kit/values/ids.ts'
import { isPassword } from '#platform/secrets/password.ts'
import { viewerTokensPort, type ViewerGrant } from '#platform/auth/viewerTokensPort.ts'
import { openTicket, type TicketRefused } from '#products/livestream/ticketing/ticketGate.ts'
import { issueViewToken } from '#products/livestream/audience/viewToken.ts'
import { addressesOf } from './playbackRead.ts'
import { grantOf } from './grants.ts'
import { findVideo, isOpenTo, isShared, mayWatch, proofOf, type SharedGrant, type Video } from './playedVideo.ts'
import { openViewerSession } from './viewerSession.ts'

/** Hours until a viewer needs the password, or the ticket, again. */
const openHours = 12

/** Refusal of a password, ticket or token that does not open the video. */
export const accessDenied = reason('not_authorized', 'access_denied', 'That does not open this video.')

/** Refusal of a signed address that is in use on all its devices. */
export const signatureInUse = reason(
  'not_authorized',
  'signature_in_use',
  'This link is in use on as many devices as it is for: close another player, and try again a minute later.',
)

/** Reasons why a ticket does not open a video. */
const ticketReasons = {
  unknown_code: reason('not_authorized', 'ticket_unknown', 'There is no ticket with this code for this video.'),
  revoked: reason('not_authorized', 'ticket_revoked', 'This ticket is no longer valid.'),
  in_use: reason(
    'not_authorized',
    'ticket_in_use',
    'This ticket is in use elsewhere: close the other player, and try again a minute later.',
  ),
  not_open_yet: reason('not_authorized', 'ticket_not_open_yet', 'The doors are not open yet.'),
  closed: reason('not_authorized', 'ticket_closed', 'The time of this ticket is over.'),
}

/** Opens a closed video. The form of the video's page submits this operation too. */
export const accessVideo = operation('livestream.video.access', {
  route: 'POST /public/video/access',
  title: 'Video - Open',
  description:
    'Opens a closed video for a viewer: with its password, the code of a ticket, or the token of a signed address. ' +
    'Returns a viewer token, which stands in addresses of playlists behind `/t/` and in other public calls as ' +
    '`token`. An open video needs none, and gets none. A ticket, or an address with `maxSessions`, opens a session ' +
    'for the device that `viewerId` names; a session that is unused for 30 seconds expires and frees its slot.',
  scope: '',
  credential: 'none',
  isRead: true,
  rate: 'call',
  input: closed({
    playbackId: idOf('plb'),
    password: Type.Optional(line(200, { description: 'The password of the video.' })),
    ticket: Type.Optional(line(200, { description: 'The code of a ticket.' })),
    token: Type.Optional(line(2000, { description: 'The token of a signed address.' })),
    viewerId: Type.Optional(
      line(64, { description: 'A random id that the device keeps; needed with a ticket, or with `maxSessions`.' }),
    ),
  }),
  output: closed({
    id: idOf('plb'),
    status: Type.String({ enum: ['open'], description: 'Always `open`.' }),
    token: nullable(Type.String({ description: 'Opens the video until it expires.' })),
    expiresAt: nullable(dateTime({ description: 'Time of expiry.' })),
    hlsUrl: nullable(Type.String({ description: 'The playlist; null while there is nothing to be played.' })),
    viewToken: Type.String({
      description:
        'Token of a new viewer, who counts with it: it stands in heartbeats, and as `v` in the query of `hlsUrl`.',
    }),
  }),
  reasons: [accessDenied, signatureInUse, ...Object.values(ticketReasons)],
  wrongGuesses: [accessDenied, ticketReasons.unknown_code],
  example: { playbackId: madeFirst('livestream.stream', { as: 'plb' }), password: 'open sesame' },
  async handle(ctx, { playbackId, password, ticket, token, viewerId }) {
    const video = await findVideo(ctx, playbackId)
    if (video === undefined) throw problem(reasons.notFound)
    const { text: viewToken } = issueViewToken(ctx, video.playbackId, 'own')
    if (mayWatch(video, undefined)) return { ...accessOf(video, undefined), expiresAt: null, viewToken }
    return { ...(await accessBy(ctx, video, { password, ticket, token, viewerId })), viewToken }
  },
})

export const operations = [accessVideo]

type Keys = Record<'password' | 'ticket' | 'token' | 'viewerId', string | undefined>

async function accessBy(ctx: Ctx, video: Video, { password, ticket, token, viewerId }: Keys) {
  if (token !== undefined) return byToken(ctx, video, { token, viewerId })
  if (video.visibility === 'private') throw problem(reasons.notFound)
  if (video.visibility === 'ticketed') return opened(ctx, video, await byTicket(ctx, video, { ticket, viewerId }))
  return opened(ctx, video, await byPassword(video, password))
}

type Proof = Omit<ViewerGrant, 'playbackId' | 'expiresAt'>

async function byPassword(video: Video, password: string | undefined): Promise<Proof> {
  const hash = (video.static ?? video.stream)?.passwordHash ?? null
  const isComparable = video.visibility === 'password' && hash !== null && password !== undefined
  if (!isComparable || !(await isPassword(password, hash))) throw problem(accessDenied)
  return { by: 'password', proof: proofOf(hash) }
}

type TicketInput = { ticket: string | undefined; viewerId: string | undefined }

async function byTicket(ctx: Ctx, video: Video, { ticket, viewerId }: TicketInput): Promise<Proof> {
  if (ticket === undefined) throw problem(accessDenied)
  if (viewerId === undefined) throw invalid(field('viewerId', 'required', 'is needed with a ticket'))
  const found = await openTicket(ctx, { target: targetOf(video), code: ticket, device: viewerId })
  if ('refused' in found) throw refusalOf(found)
  return { by: 'ticket', ...found }
}

type TokenInput = { token: string; viewerId: string | undefined }

/** Opens a video by a token. A token that opens it without a session, now or when it is published, is returned. */
async function byToken(ctx: Ctx, video: Video, { token, viewerId }: TokenInput) {
  const grant = await grantOf(ctx, token)
  if (grant !== undefined && isOpenTo(video, grant)) return signedAccess(video, { token, expiresAt: grant.expiresAt })
  if (!isShared(video, grant)) throw problem(video.visibility === 'private' ? reasons.notFound : accessDenied)
  if (viewerId === undefined) throw invalid(field('viewerId', 'required', 'is needed with this token'))
  return signedAccess(video, await openSession(ctx, grant, viewerId))
}

/** Opens a session for one device. Its token expires with the signed address. Throws signature_in_use. */
async function openSession(ctx: Ctx, shared: SharedGrant, device: string): Promise<Signed> {
  const { id: grantId, sessionsMax, ...grant } = shared
  const viewerSessionId = await ctx.atomic((inner) => openViewerSession(inner, { grantId, device, sessionsMax }))
  if (viewerSessionId === undefined) throw problem(signatureInUse)
  return { token: await ctx.port(viewerTokensPort).sign({ ...grant, viewerSessionId }), expiresAt: grant.expiresAt }
}

function refusalOf({ refused, opensAt, ticketUrl }: TicketRefused) {
  const details = { ...(opensAt === undefined ? {} : { opensAt }), ...(ticketUrl === undefined ? {} : { ticketUrl }) }
  return problem(ticketReasons[refused], Object.keys(details).length === 0 ? {} : { details })
}

/** The record that a ticket is for: a stream, whose tickets open its replay too, or a recorded video. */
function targetOf({ stream, static: recorded }: Video): { kind: 'stream' | 'static'; uuid: string } {
  const [kind, record] = stream === undefined ? (['static', recorded] as const) : (['stream', stream] as const)
  return { kind, uuid: parseId(record?.id.slice(0, 3) ?? '', record?.id ?? '')?.uuid ?? '' }
}

async function opened(ctx: Ctx, video: Video, proof: Proof) {
  const expiresAt = Math.floor(ctx.now().getTime() / 1000) + openHours * 3600
  const token = await ctx.port(viewerTokensPort).sign({ playbackId: video.playbackId, ...proof, expiresAt })
  return signedAccess(video, { token, expiresAt })
}

/** A token with its expiry in seconds since 1970. */
type Signed = { token: string; expiresAt: number }

function signedAccess(video: Video, { token, expiresAt }: Signed) {
  return { ...accessOf(video, token), expiresAt: new Date(expiresAt * 1000).toISOString() }
}

function accessOf(video: Video, token: string | undefined) {
  const { hlsUrl } = addressesOf(video, token)
  return { id: video.playbackId, status: 'open' as const, token: token ?? null, hlsUrl }
}
