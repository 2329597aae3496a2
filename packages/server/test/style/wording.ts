import type { Finding, Tree } from './tree.ts'

type Banned = { pattern: RegExp; why: string }

/** Words of the tools and places of the project's making, which no file may contain. */
const banned: Banned[] = [
  { pattern: /\/work\//, why: "a path of somebody's machine" },
  { pattern: /\.\.\/shared\b|\bshared\/(spec|design|checks)\b/, why: 'a path outside the repository' },
  { pattern: /\b(cl[a]ude|anthrop[i]c|chatgp[t]|copilo[t])\b/i, why: 'a tool that wrote it' },
  { pattern: /\b(sub-?agent[s]?|brief\.m[d])\b/i, why: 'a way it was made' },
  { pattern: /(^|[\s'"`(=])\/root\//, why: "a path of somebody's machine" },
  { pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----\n[A-Za-z0-9+/]/, why: 'a private key' },
]

const packageHost: Banned = {
  pattern: /"resolved": "https?:\/\/(?!registry\.npmjs\.org\/)/,
  why: 'a package from another host',
}

/** No file mentions the workplace of its making, and the lock file names the public registry only. */
export function checkWording(tree: Tree): Finding[] {
  const found: Finding[] = []
  for (const [path, text] of tree.files) {
    if (path === 'package-lock.json') {
      if (packageHost.pattern.test(text)) found.push(at(path, text, packageHost))
      continue
    }
    for (const word of banned) if (word.pattern.test(text)) found.push(at(path, text, word))
  }
  return found
}

function at(path: string, text: string, { pattern, why }: Banned): Finding {
  const offset = text.search(pattern)
  return { path, line: text.slice(0, offset).split('\n').length, message: `${pattern.exec(text)?.[0] ?? ''}: ${why}` }
}
