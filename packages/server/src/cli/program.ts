import { Command as Program, Option as ProgramOption } from 'commander'
import { version } from '#platform/openapi/version.ts'
import { UsageError, type Command, type Given, type Option } from './command.ts'
import { overview } from './help.ts'
import { openOutput, type Output } from './output.ts'
import type { Terminal } from './terminal.ts'

/** Options that every command has. */
const everywhere: Record<string, Option> = {
  output: { value: 'json|table', about: 'Format of the result: `table` for people, `json` for programs.' },
  json: { about: 'The same as --output json.' },
}

/** Runs a command with its parsed arguments. */
type Run = (command: Command, given: Given) => Promise<void>

/**
 * Makes the parser of all commands: a command of two words stands below its noun. Parsing throws CommanderError, after
 * help with code 0.
 */
export function openProgram(commands: readonly Command[], terminal: Terminal, run: Run): Program {
  // Commands take over these settings, except those of help.
  const program = new Program('fairground')
    .exitOverride()
    .helpOption('-h, --help', 'Shows this.')
    .configureHelp({ formatHelp: () => overview(commands) })
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: () => undefined,
      getOutHelpWidth: () => terminal.stdout.columns ?? 200,
    })
    .version(version, '--version')
  const nouns = new Map<string, Program>()
  for (const command of commands) {
    const [noun = '', verb] = command.name.split(' ')
    const parent = verb === undefined ? program : (nouns.get(noun) ?? program.command(noun))
    if (verb !== undefined) nouns.set(noun, parent.configureHelp({ formatHelp: () => overview(commands, noun) }))
    const parser = parserOf(command, parent.command(verb ?? noun))
    parser.action(() => {
      const given = givenOf(command, parser, terminal)
      checkComplete(command, given)
      return run(command, given)
    })
  }
  return program
}

function parserOf(command: Command, program: Program): Program {
  const options = { ...command.options, ...everywhere }
  const parser = program.configureHelp({}).description(command.about)
  for (const [name, option] of Object.entries(options)) parser.addOption(optionOf(name, option))
  for (const { name, about, isRequired } of command.positionals ?? [])
    parser.argument(isRequired ? `<${name}>` : `[${name}]`, about)
  const examples = (command.examples ?? []).map((each) => `  fairground ${each}`)
  if (examples.length > 0) parser.addHelpText('after', `\nExamples:\n${examples.join('\n')}`)
  return parser
}

function optionOf(name: string, { value, about, isMany, isRequired }: Option): ProgramOption {
  const flags = value === undefined ? `--${name}` : `--${name} <${value}>`
  const notes = `${isMany ? ' Several with commas.' : ''}${isRequired ? ' Needed.' : ''}`
  const option = new ProgramOption(flags, `${about}${notes}`)
  if (value === undefined) return option
  return option.argParser((text: string, before: readonly string[] = []) => {
    if (text === '') throw new UsageError(`--${name} needs a value: --${name} <${value}>.`)
    return [...before, text]
  })
}

/** Throws for a missing option here, because commander would name it before one that is unknown. */
function checkComplete(command: Command, given: Given): void {
  for (const [name, { isRequired, value }] of Object.entries(command.options ?? {})) {
    if (isRequired && given.text(name) === undefined)
      throw new UsageError(`\`${command.name}\` needs --${name} <${value}>.`)
  }
}

function givenOf(command: Command, parser: Program, terminal: Terminal): Given {
  const values = new Map<string, unknown>(Object.entries(parser.opts()))
  for (const [at, { name }] of (command.positionals ?? []).entries()) {
    if (parser.args[at] !== undefined) values.set(name, [parser.args[at]])
  }
  const all = (name: string) => {
    const found = values.get(new ProgramOption(`--${name}`).attributeName())
    return Array.isArray(found) ? found.map(String) : undefined
  }
  const text = (name: string) => all(name)?.at(-1)
  return {
    text,
    needed: (name) => text(name) ?? '',
    flag: (name) => values.get(new ProgramOption(`--${name}`).attributeName()) === true,
    texts(name) {
      const each = all(name)?.flatMap((value) => (command.options?.[name]?.isMany ? value.split(',') : [value]))
      return each?.map((value) => value.trim()).filter((value) => value !== '')
    },
    whole(name, { min, max }) {
      const given = text(name)
      if (given === undefined) return undefined
      if (/^\d{1,15}$/.test(given) && Number(given) >= min && Number(given) <= max) return Number(given)
      throw new UsageError(`--${name} must be a whole number from ${min} to ${max} (it is "${given}").`)
    },
    output: openOutput(values.get('json') === true ? 'json' : formatOf(text('output')), terminal),
    terminal,
  }
}

function formatOf(given: string | undefined): Output['format'] {
  if (given === undefined || given === 'table') return 'table'
  if (given === 'json') return 'json'
  throw new UsageError(`--output must be json or table (it is "${given}").`)
}
