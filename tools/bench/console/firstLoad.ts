import { openBundle } from '#platform/pages/bundle.ts'
import type { Line } from '#tools/bench/report.ts'

const dist = `${import.meta.dirname}/../../../packages/console/dist`

/** Bytes over the wire until the home page stands: script and styles, compressed. */
export async function measureFirstLoad(): Promise<Line> {
  const bundle = openBundle(dist, '/console/assets/')
  const { styles, modules } = await bundle.filesOf(['src/main.tsx', 'src/app/home/homePage.tsx'])
  const files = [...styles, ...modules]
  const sizes = await Promise.all(
    files.map(async (address) => (await bundle.find(address.slice('/console/assets/'.length)))?.gzip.length ?? 0),
  )
  const bytes = sizes.reduce((sum, each) => sum + each, 0)
  return { name: 'console, first load', value: bytes / 1000, unit: 'kB', atMost: 180, note: `${files.length} files` }
}
