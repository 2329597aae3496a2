import { join } from 'node:path'
import type { LiveOptions } from '#app/appOptions.ts'

/** Options of live video without an RTMP listener, with its files in a folder. */
export function liveWithoutIngest(folder: string): LiveOptions {
  return {
    host: '127.0.0.1',
    rtmpPort: undefined,
    isRtmpPortChosen: true,
    rtmpUrl: undefined,
    rtmps: undefined,
    nodeUrl: undefined,
    spoolFolder: join(folder, 'spool'),
    workFolder: join(folder, 'work'),
    ffmpegPath: undefined,
    // Tests wait for ffmpeg, also on a busy machine.
    ffmpegNiceness: 0,
    laddersMax: 1,
    files: { folder: join(folder, 'media'), s3: undefined },
  }
}
