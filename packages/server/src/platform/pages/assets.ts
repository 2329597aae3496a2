import type { KeptBytes } from '#platform/docs/keptBytes.ts'
import { openBundle } from './bundle.ts'

/** Scripts and style sheets that the build of `packages/audience` wrote. */
export type Assets = {
  /** Addresses that a page loads: the style sheet, and with an island its modules, the entry module first. */
  of(island: string | undefined): Promise<{ style: string; modules: string[] }>
  /** A file by its name; undefined for a name that the build did not write. */
  find(name: string): Promise<KeptBytes | undefined>
}

const entries = { script: 'src/main.ts', style: 'src/style/main.css' }

/** Opens the folder that the build of `packages/audience` wrote. */
export function openAssets(folder: string): Assets {
  const bundle = openBundle(folder, '/assets/')
  return {
    async of(island) {
      const { styles } = await bundle.filesOf([entries.style])
      const [style = ''] = styles
      if (island === undefined) return { style, modules: [] }
      const { modules } = await bundle.filesOf([entries.script, `src/islands/${island}.ts`])
      return { style, modules }
    },
    find: bundle.find,
  }
}
