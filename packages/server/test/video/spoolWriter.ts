import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDiskFiles } from '#platform/files/disk.ts'
import { firstSegmentNumber } from '#platform/video/mediaTypes.ts'
import { recoverSpool } from '#platform/video/spool/recover.ts'
import { openSpool, type SpoolOptions } from '#platform/video/spool/spool.ts'
import { madeInit, madeSession } from './madeMedia.ts'

/** Path of this file, which runs as a process with a folder and a prefix as arguments. */
export const spoolWriter = import.meta.filename

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

/** Options of the spool of the process, with spool and store below `home`. */
export function spoolIn(home: string, prefix: string): SpoolOptions {
  return {
    folder: join(home, 'local'),
    files: openDiskFiles(join(home, 'store')),
    prefix,
    isKept: true,
    windowSeconds: 60,
    log: quiet,
    onTrouble: (trouble) => process.exit(trouble.length),
  }
}

/** Writes segments until the process is killed; prints the number of each that is on the disk. */
async function writeUntilKilled(options: SpoolOptions): Promise<void> {
  const recovered = await recoverSpool(options)
  const spool = recovered?.spool ?? openSpool(options)
  const { nextNumber: number, mediaSeconds } = recovered?.position ?? {
    nextNumber: firstSegmentNumber,
    mediaSeconds: 0,
  }
  const session = madeSession({}, { number, mediaSeconds })
  if (recovered === undefined) spool.init(madeInit())
  for (;;) {
    const { segment, parts } = session.next()
    spool.segment(segment, parts)
    while (spool.summary().segmentCount < segment.number) await sleep(1)
    process.stdout.write(`${segment.number}\n`)
  }
}

if (import.meta.main) {
  const [home = '', prefix = ''] = process.argv.slice(2)
  await writeUntilKilled(spoolIn(home, prefix))
}
