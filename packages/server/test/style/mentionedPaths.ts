import { posix } from 'node:path'
import type { Finding, Tree } from './tree.ts'

const filePath = /^(?:(?:app|docs|kit|packages|platform|products|test|tools)\/[\w./-]+|[\w/-]+\.ts)$/

/** A file or folder that a Markdown page names or links to exists. */
export function checkMentionedPaths(tree: Tree): Finding[] {
  const pages = [...tree.files].filter(([path]) => path.endsWith('.md'))
  return pages.flatMap(([path, text]) =>
    linesOf(text).flatMap((line, index) =>
      missingIn(path, line, tree).map((message) => ({ path, line: index + 1, message })),
    ),
  )
}

/** Lines of a page. In its code blocks a link to a value of Liquid, `{{ … }}`, is part of a template: left out. */
function linesOf(text: string): string[] {
  let isCode = false
  return text.split('\n').map((line) => {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode
    return isCode ? line.replaceAll(/\]\(\s*\{\{[^}]*\}\}[^)]*\)/g, ']') : line
  })
}

function missingIn(page: string, line: string, tree: Tree): string[] {
  const named = [...line.matchAll(/`([^`]+)`/g)].map((span) => span[1] ?? '').filter((span) => filePath.test(span))
  const linked = [...line.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)].map((link) => link[1] ?? '')
  return [
    ...named.filter((path) => !exists(path, tree)).map((path) => `no file ${path}`),
    ...linked.filter((path) => !exists(posix.join(posix.dirname(page), path), tree)).map((path) => `no link ${path}`),
  ]
}

/** A path may leave out its first folders and its last extension; the name of a folder stands for its files. */
function exists(path: string, { files }: Tree): boolean {
  const inner = `/${path}`.replace(/\/$/, '')
  return [...files.keys()].some(
    (file) => `/${file}`.endsWith(inner) || `/${file}`.includes(`${inner}/`) || `/${file}`.includes(`${inner}.`),
  )
}
