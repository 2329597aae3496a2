/** One diff of a page. `line` is where its block begins, counted from 1; `section` is the heading above it. */
export type Diff = { section: string; line: number; text: string; path: string; isNew: boolean }

/** The diff blocks of a page, in order. Throws for a block that does not name exactly one file. */
export function diffsIn(markdown: string): Diff[] {
  return [...markdown.matchAll(/^```diff\n([^]*?\n)```$/gm)].map((block) => {
    const text = block[1] ?? ''
    const above = markdown.slice(0, block.index)
    const line = above.split('\n').length
    const section = /[^]*^## (.*)$/m.exec(above)?.[1] ?? ''
    const [header, ...more] = [...text.matchAll(/^--- (\S+)\n\+\+\+ b\/(\S+)$/gm)]
    const path = header?.[2]
    if (path === undefined || more.length > 0) throw new Error(`the diff at line ${line} does not name one file`)
    return { section, line, text, path, isNew: header?.[1] === '/dev/null' }
  })
}

/** The noun of a new file in a diff, as `<product>.<noun>`. Undefined for any other file. */
export function nounOf({ path, isNew }: Diff): string | undefined {
  const [, product, noun] = /^packages\/server\/src\/products\/([^/]+)\/([^/.]+)\.ts$/.exec(path) ?? []
  return isNew && noun !== undefined ? `${product}.${noun}` : undefined
}
