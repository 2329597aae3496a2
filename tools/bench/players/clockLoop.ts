import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '#test/world/program.ts'
import { clockFrame, makePainter } from '#tools/bench/video/clockFrame.ts'
import type { EncodedLoop } from '#tools/bench/video/encodedLoop.ts'

/** Length of the loop in seconds. */
export const loopSeconds = 12
const framesPerSecond = 25
/** As the documentation advises. */
const keyFrameSeconds = 2

/** Kinds of the loop: another frame size, or no audio, as an encoder with changed settings sends it. */
export type LoopForm = { height: number; hasAudio: boolean }

/** Encodes frames that carry their time in the loop, with a key frame every two seconds. */
export async function encodeClockLoop({ height, hasAudio }: LoopForm): Promise<EncodedLoop> {
  const folder = mkdtempSync(join(tmpdir(), 'fairground-bench-players-'))
  const path = join(folder, 'loop.mp4')
  const { width, height: drawnHeight } = clockFrame
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${width}x${drawnHeight}`, '-r', String(framesPerSecond)]
  const sound = hasAudio ? ['-f', 'lavfi', '-i', 'sine=frequency=330:sample_rate=48000', '-c:a', 'aac'] : []
  const interval = String(keyFrameSeconds * framesPerSecond)
  const keys = ['-g', interval, '-keyint_min', interval, '-sc_threshold', '0']
  const video = ['-vf', `scale=-2:${height}`, '-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency']
  const output = ['-b:v', '600k', ...keys, '-t', String(loopSeconds), path]
  const args = ['-nostdin', '-v', 'error', ...raw, '-i', 'pipe:0', ...sound, ...video, ...output]
  const child = spawn(findProgram('ffmpeg') ?? '', args, { stdio: ['pipe', 'ignore', 'inherit'] })
  const paint = makePainter()
  for (let frame = 0; frame < loopSeconds * framesPerSecond; frame++) {
    const isFull = !child.stdin.write(Buffer.from(paint((frame * 1_000) / framesPerSecond)))
    if (isFull) await once(child.stdin, 'drain')
  }
  child.stdin.end()
  await once(child, 'close')
  return {
    publish: (on, publishUrl) =>
      on.encoder(['-re', '-stream_loop', '-1', '-i', path, '-c', 'copy', '-f', 'flv', publishUrl]),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
