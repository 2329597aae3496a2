import type { Finding, Tree } from './tree.ts'

/** Words of the places where the project was made. It speaks of itself alone. */
const banned: { pattern: RegExp; why: string }[] = [
  { pattern: /\/work\//, why: "a path of somebody's machine" },
  { pattern: /\.\.\/shared\b|\bshared\/(spec|design|checks)\b/, why: 'a path outside the repository' },
  { pattern: /\b(cl[a]ude|anthrop[i]c|chatgp[t]|copilo[t])\b/i, why: 'a tool that wrote it' },
  { pattern: /\b(sub-?agent[s]?|brief\.m[d])\b/i, why: 'a way it was made' },
  { pattern: /(^|[\s'"`(=])\/root\//, why: "a path of somebody's machine" },
  { pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----\n[A-Za-z0-9+/]/, why: 'a private key' },
]

const packageHost = /"resolved": "https?:\/\/(?!registry\.npmjs\.org\/)/

/** No file mentions the workplace it was written in, and the lock file names the public registry only. */
export function checkWording(tree: Tree): Finding[] {
  const found: Finding[] = []
  for (const [path, text] of tree.files) {
    if (path === 'package-lock.json') {
      if (packageHost.test(text)) found.push(at(path, text, packageHost, 'a package from another host'))
      continue
    }
    for (const { pattern, why } of banned) if (pattern.test(text)) found.push(at(path, text, pattern, why))
  }
  return found
}

function at(path: string, text: string, pattern: RegExp, why: string): Finding {
  const offset = text.search(pattern)
  return { path, line: text.slice(0, offset).split('\n').length, message: `${pattern.exec(text)?.[0] ?? ''}: ${why}` }
}
