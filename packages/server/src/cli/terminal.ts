import { resolve } from 'node:path'
import type { Environment } from '#kit/nouns/setting.ts'

/** The part of `process` that commands use: environment, working folder, output streams and signals. */
export type Terminal = {
  env: Environment
  cwd(): string
  stdout: OutputStream
  stderr: OutputStream
  /** Calls a listener at each such signal, which then does not end the process. */
  on(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown
  /** Ends the process at once, while work still runs. */
  exit(code: number): unknown
}

/** An output stream; the size is known where it is a screen. */
export type OutputStream = { write(text: string): unknown; isTTY?: boolean; columns?: number; rows?: number }

/** Signal that aborts when the operator ends the command by Ctrl-C, or a program does by SIGTERM. */
export function abortAtInterrupt(terminal: Terminal): AbortSignal {
  const interrupt = new AbortController()
  // Every signal: npm passes on the Ctrl-C that its script has got from the terminal, and the second must not kill it.
  for (const name of ['SIGINT', 'SIGTERM'] as const) terminal.on(name, () => interrupt.abort())
  return interrupt.signal
}

/** Absolute path of a file or folder as the operator typed it; npm starts a script in another folder. */
export function pathFrom(terminal: Terminal, path: string): string {
  return resolve(terminal.env['INIT_CWD'] ?? terminal.cwd(), path)
}
