import type { Ctx } from '#kit/call/context.ts'
import { problem, reason } from '#kit/call/problem.ts'
import { videoWorkPort } from '#platform/video/videoWorkPort.ts'

/** What was asked for is encoded anew, and this server cannot. */
export const ffmpegMissing = reason('conflict', 'ffmpeg_missing', 'This needs ffmpeg, which the server lacks.')

/** Throws ffmpeg_missing where nothing can be encoded; `what` needs it, and `instead` says how to go without. */
export function requireFfmpeg(ctx: Pick<Ctx, 'port'>, what: string, instead: string): void {
  if (ctx.port(videoWorkPort).canEncode) return
  throw problem(ffmpegMissing, { message: `${what} ffmpeg, which this server lacks: ${instead}.` })
}
