import { parseArgs } from 'node:util'
import { UsageError, type Command, type Given, type Option } from './command.ts'
import { openOutput, type Output } from './output.ts'

/** Options that every command has. */
export const everywhere: Record<string, Option> = {
  output: { value: 'json|table', about: 'How to answer: `table` for people, `json` for programs.' },
  json: { about: 'The same as --output json.' },
  help: { about: 'Shows this.' },
}

/** The command that the first words name, and the words behind it. Undefined when they name none. */
export function findCommand(commands: readonly Command[], args: readonly string[]) {
  const words = args.slice(0, 2)
  for (const count of [2, 1]) {
    const name = words.slice(0, count).join(' ')
    const command = commands.find((each) => each.name === name)
    if (command !== undefined) return { command, rest: args.slice(count) }
  }
  return undefined
}

/** Reads what stands behind a command's name. Throws UsageError with a hint. */
export function parseGiven(command: Command, args: readonly string[], write: (text: string) => void): Given {
  const options = { ...command.options, ...everywhere }
  const types = Object.entries(options).map(([name, { value }]) => [
    name,
    { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: true },
  ])
  const { tokens } = parseArgs({ args: [...args], options: Object.fromEntries(types), strict: false, tokens: true })
  const values = new Map<string, string[]>()
  const words: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    const option = options[token.name]
    if (option === undefined) throw unknownOption(command, token.rawName, Object.keys(options))
    checkValue(token.rawName, option, token.value)
    values.set(token.name, [...(values.get(token.name) ?? []), token.value ?? ''])
  }
  placeWords(command, words, values)
  if (!values.has('help')) checkComplete(command, values)
  return givenOf(values, options, write)
}

function placeWords(command: Command, words: string[], values: Map<string, string[]>): void {
  const places = command.positionals ?? []
  const extra = words[places.length]
  if (extra !== undefined) throw new UsageError(`\`${command.name}\` does not know what to do with \`${extra}\`.`)
  for (const [at, word] of words.entries()) values.set(places[at]?.name ?? '', [word])
}

function checkComplete(command: Command, values: Map<string, string[]>): void {
  for (const { name, isRequired } of command.positionals ?? []) {
    if (isRequired && !values.has(name)) throw new UsageError(`\`${command.name}\` needs <${name}>.`)
  }
  for (const [name, { isRequired, value }] of Object.entries(command.options ?? {})) {
    if (isRequired && !values.has(name)) throw new UsageError(`\`${command.name}\` needs --${name} <${value}>.`)
  }
}

function checkValue(rawName: string, option: Option, value: string | undefined): void {
  if (option.value === undefined && value !== undefined) throw new UsageError(`${rawName} takes no value.`)
  if (option.value !== undefined && (value === undefined || value === '')) {
    throw new UsageError(`${rawName} needs a value: ${rawName} <${option.value}>.`)
  }
}

function unknownOption(command: Command, rawName: string, known: string[]): UsageError {
  const near = nearest(rawName.replace(/^-+/, ''), known)
  const hint = near === undefined ? `\`fairground ${command.name} --help\` lists them` : `did you mean --${near}?`
  return new UsageError(`\`${command.name}\` has no option ${rawName}: ${hint}${near === undefined ? '.' : ''}`)
}

function givenOf(values: Map<string, string[]>, options: Record<string, Option>, write: (text: string) => void): Given {
  const text = (name: string) => values.get(name)?.at(-1)
  return {
    text,
    needed: (name) => text(name) ?? '',
    flag: (name) => values.has(name),
    texts(name) {
      const all = values.get(name)?.flatMap((each) => (options[name]?.isMany ? each.split(',') : [each]))
      return all?.map((each) => each.trim()).filter((each) => each !== '')
    },
    whole(name, { min, max }) {
      const given = text(name)
      if (given === undefined) return undefined
      if (/^\d{1,15}$/.test(given) && Number(given) >= min && Number(given) <= max) return Number(given)
      throw new UsageError(`--${name} must be a whole number from ${min} to ${max} (it is "${given}").`)
    },
    output: openOutput(values.has('json') ? 'json' : formatOf(text('output')), write),
  }
}

function formatOf(given: string | undefined): Output['format'] {
  if (given === undefined || given === 'table') return 'table'
  if (given === 'json') return 'json'
  throw new UsageError(`--output must be json or table (it is "${given}").`)
}

/** The word that was probably meant: at most two letters away. Undefined when none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((each) => ({ each, distance: each.startsWith(word) && word.length > 2 ? 1 : distance(word, each) }))
    .toSorted((a, b) => a.distance - b.distance)
  const [best] = ranked
  return best !== undefined && best.distance <= 2 && best.distance < best.each.length ? best.each : undefined
}

/** Levenshtein's edit distance. */
function distance(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(replaced, (before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    before = row
  }
  return before[b.length] ?? 0
}
