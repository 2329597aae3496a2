import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '#test/world/program.ts'
import type { BenchEncoder, LivePlatform } from './livePlatform.ts'

const run = promisify(execFile)
const loopSeconds = 12

/** A file of 720p30 with 2.5 Mbit/s and a key frame every two seconds, encoded once and published in a loop. */
export type EncodedLoop = { publish(on: LivePlatform, publishUrl: string): BenchEncoder; remove(): void }

/** Encodes the file from noise, which needs the whole bitrate. */
export async function encodeLoop(): Promise<EncodedLoop> {
  const folder = mkdtempSync(join(tmpdir(), 'fairground-bench-loop-'))
  const path = join(folder, 'loop.mp4')
  const videoInput = 'testsrc2=size=1280x720:rate=30,noise=alls=12:allf=t'
  const source = ['-f', 'lavfi', '-i', videoInput, '-f', 'lavfi', '-i', 'sine']
  const rate = ['-b:v', '2400k', '-minrate', '2400k', '-maxrate', '2400k', '-bufsize', '2400k']
  const keys = ['-g', '60', '-keyint_min', '60', '-sc_threshold', '0', '-pix_fmt', 'yuv420p']
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', ...rate, ...keys]
  const audio = ['-c:a', 'aac', '-b:a', '96k', '-ar', '48000', '-ac', '2']
  const args = ['-nostdin', '-v', 'error', ...source, '-t', String(loopSeconds), ...video, ...audio, path]
  await run(findProgram('ffmpeg') ?? '', args)
  return {
    publish: (on, publishUrl) =>
      on.encoder(['-re', '-stream_loop', '-1', '-i', path, '-c', 'copy', '-f', 'flv', publishUrl]),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
