import { join } from 'node:path'
import type { LiveOptions } from '#app/appOptions.ts'

/** Live video that takes no encoder, with its files in a folder. */
export function deafLive(folder: string): LiveOptions {
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
    // Tests wait for it, on machines that others keep busy.
    ffmpegNiceness: 0,
    laddersMax: 1,
    files: { folder: join(folder, 'media'), s3: undefined },
  }
}
