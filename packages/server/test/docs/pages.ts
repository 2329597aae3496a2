import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pngOf } from '#test/world/sampleImages.ts'

/** Machine-readable content of a page. */
export type Page = {
  /** Shell commands of the page in order, without those that start the server or set the key. */
  script: string
  /** State diagrams by the noun in their first line: `from to` for each arrow. */
  diagrams: Map<string, string[]>
  /** Everything in single backticks. */
  words: Set<string>
}

/** Reads a page. */
export function readPage(markdown: string): Page {
  const blocks = [...markdown.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map((block) => [block[1], block[2] ?? ''] as const)
  const lines = blocks.flatMap(([kind, text]) => (kind === 'sh' ? text.split('\n') : []))
  const diagrams = blocks.flatMap(([kind, text]): [string, string[]][] => {
    const noun = /^ *%% (\S+)$/m.exec(text)?.[1]
    const arrows = [...text.matchAll(/^ *(\S+) --> (\w+)/gm)].map((arrow) => `${arrow[1]} ${arrow[2]}`)
    return kind === 'mermaid' && noun !== undefined ? [[noun, arrows]] : []
  })
  const prose = markdown.replaceAll(/^```\w+\n[^]*?^```$/gm, '')
  return {
    script: lines.filter((line) => !/^(npm|export KEY=)/.test(line)).join('\n'),
    diagrams: new Map(diagrams),
    words: new Set([...prose.matchAll(/`([^`]+)`/g)].map((word) => word[1] ?? '')),
  }
}

/** Time-out: each command is a process, and a page has dozens. */
const runTimeoutMs = 240_000
const prelude = `set -eu
node() { "$TRIED_NODE" "$@"; }
curl() { "$TRIED_NODE" "$TRIED_CURL" "$@"; }
`

/** A server for commands, with its listening address, its public address and a key. */
export type Tried = { server: string; publicUrl: string; key: string }

/** Runs commands in a shell against a server, beside files of a video and an image. Throws with the refusal. */
export async function runScript(script: string, { server, publicUrl, key }: Tried): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fairground-page-'))
  await writeFile(join(folder, 'mill.mp4'), 'a video')
  await writeFile(join(folder, 'harbour.png'), pngOf(1))
  // The module has no type annotations: as JavaScript it starts twice as fast.
  const curl = join(folder, 'curl.mjs')
  await copyFile(new URL('./curl.ts', import.meta.url), curl)
  const env = {
    ...process.env,
    KEY: key,
    TRIED_SERVER: server,
    TRIED_PUBLIC_URL: publicUrl,
    TRIED_NODE: process.execPath,
    TRIED_CURL: curl,
  }
  const ran = new Promise<void>((resolve, reject) => {
    execFile('sh', ['-c', prelude + script], { cwd: folder, env, timeout: runTimeoutMs }, (error, _out, err) => {
      if (error === null) resolve()
      else reject(new Error(`the commands end with ${error.code}: ${err.slice(0, 2_000)}`))
    })
  })
  await ran.finally(() => rm(folder, { recursive: true }))
}
