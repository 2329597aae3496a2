import type { Ctx } from '#kit/call/context.ts'
import { problem, reason } from '#kit/call/problem.ts'
import { videoWorkPort } from '#platform/video/videoWorkPort.ts'

/** Refusal of a request that needs a transcode on a server without ffmpeg. */
export const ffmpegMissing = reason('conflict', 'ffmpeg_missing', 'This needs ffmpeg, which the server lacks.')

/** Throws ffmpeg_missing on a server without ffmpeg. The message is `what` ("… need"), and `instead` as advice. */
export function requireFfmpeg(ctx: Pick<Ctx, 'port'>, what: string, instead: string): void {
  if (ctx.port(videoWorkPort).canEncode) return
  throw problem(ffmpegMissing, { message: `${what} ffmpeg, which this server lacks: ${instead}.` })
}
