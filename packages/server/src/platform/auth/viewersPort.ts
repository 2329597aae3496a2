import type { Ctx } from '#kit/call/context.ts'
import { port } from '#kit/call/port.ts'
import { problem, reason } from '#kit/call/problem.ts'

/** A signed-in member of the audience of an account. */
export type Viewer = { contactId: string }

/** Members of audiences who have proved that they own their address. */
export type Viewers = {
  /**
   * The viewer of the request, by the cookie of the account of `ctx`: in a page, or an operation with `seesViewer`. A
   * response after it belongs to one person and is not cached.
   */
  current(ctx: Ctx): Promise<Viewer | undefined>
  /**
   * The viewer of a viewer token: of a merged contact, the one that remains. Undefined for other text, for a token of
   * another account, and for an erased contact.
   */
  ofToken(ctx: Ctx, token: string): Promise<Viewer | undefined>
  /** Removes the sign-in codes that were mailed to an address, when its person is erased. */
  forgetAddress(ctx: Ctx, email: string): Promise<void>
}

/** Refusal of a call that needs a signed-in viewer. */
export const viewerNeeded = reason(
  'not_authorized',
  'viewer_needed',
  'Sign in first: this is for members of the audience.',
)

/** Sign-in of audiences, which pages and public operations of all products share. */
export const viewersPort = port<Viewers>('viewers', {
  current: 'stays',
  ofToken: 'stays',
  forgetAddress: 'stays',
})

/** The viewer of a viewer token, else of the cookie of the request; undefined without one. */
export function viewerOf(ctx: Ctx, viewerToken: string | undefined): Promise<Viewer | undefined> {
  const viewers = ctx.port(viewersPort)
  return viewerToken === undefined ? viewers.current(ctx) : viewers.ofToken(ctx, viewerToken)
}

/** The viewer as above. Throws viewer_needed without one. */
export async function neededViewer(ctx: Ctx, viewerToken: string | undefined): Promise<Viewer> {
  const viewer = await viewerOf(ctx, viewerToken)
  if (viewer === undefined) throw problem(viewerNeeded)
  return viewer
}
