import { printReport } from './report.ts'

// `npm run bench` measures the platform, `npm run bench -- video` live video: all of it, or the groups named behind it.

const args = process.argv.slice(2)
const [subject, ...groups] = args.filter((arg) => !arg.startsWith('--'))
const flags = args.filter((arg) => arg.startsWith('--'))
const isVideo = subject === 'video'
if (subject !== undefined && !isVideo) throw new Error(`there is no bench of ${subject}: leave it out, or say video`)
const lines = isVideo
  ? await (await import('./video/videoBench.ts')).measureVideo(groups)
  : await (await import('./platformBench.ts')).measurePlatform(flags)
console.log('')
const misses = printReport(lines)
// Of the platform's rows one is known to miss: the record of decisions says why.
process.exitCode = misses > (isVideo ? 0 : 1) ? 1 : 0
