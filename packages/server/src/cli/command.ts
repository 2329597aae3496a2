import type { Output } from './output.ts'
import type { Terminal } from './terminal.ts'

/** One option of a command. */
export type Option = {
  about: string
  /** Name of its value in the help; absent for a flag. */
  value?: string
  /** The option may be repeated, or hold several values with commas. */
  isMany?: boolean
  isRequired?: boolean
}

/** An argument without a dash. */
export type Positional = { name: string; about: string; isRequired: boolean }

/** One command of the command line. Help, parser and list of commands all read this value. */
export type Command = {
  /** `<noun> <verb>`, or one word. */
  name: string
  about: string
  positionals?: readonly Positional[]
  options?: Record<string, Option>
  examples?: readonly string[]
  /** Returns the exit code; undefined is 0. Throws Problem, StartProblem or UsageError. */
  run(given: Given): Promise<number | undefined>
}

/** Arguments of the command line, checked against the command. */
export type Given = {
  /** The value of an option or positional. Undefined when it was left out. */
  text(name: string): string | undefined
  /** The value of a required option or positional. */
  needed(name: string): string
  /** All values of an option that may be given several times. Undefined when it was left out. */
  texts(name: string): string[] | undefined
  flag(name: string): boolean
  /** A whole number within bounds. Throws UsageError for anything else. */
  whole(name: string, bounds: { min: number; max: number }): number | undefined
  output: Output
  terminal: Terminal
}

/** Misuse of the command line: printed with a hint, exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}

/** Exit codes of the command line, beside those of `StartProblem`. */
export const exitCodes = { done: 0, failed: 1, usage: 2 } as const
