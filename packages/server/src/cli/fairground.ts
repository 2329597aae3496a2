import { Problem } from '#kit/call/problem.ts'
import { version } from '#platform/openapi/version.ts'
import { maskText } from '#platform/observe/masking.ts'
import { messageOf, StartProblem } from '#platform/startProblem.ts'
import { accountCommands } from './accountCommands.ts'
import { auditCommands } from './auditCommands.ts'
import { backupCommands } from './backupCommands.ts'
import { exitCodes, UsageError, type Command } from './command.ts'
import { dbCommands } from './dbCommands.ts'
import { doctorCommands } from './doctor.ts'
import { factCommands } from './factCommands.ts'
import { helpOf, overview } from './help.ts'
import { keyCommands } from './keyCommands.ts'
import { listenCommands } from './listen.ts'
import { mailCommands } from './mailCommands.ts'
import { findCommand, nearest, parseGiven } from './parse.ts'
import { requestCommands } from './request.ts'
import { streamCommands } from './streamCommands.ts'
import { videoCommands } from './videoCommands.ts'
import { webhookCommands } from './webhookCommands.ts'

// The operator's command line: finds the command, runs it, says in one sentence what went wrong.

const commands: readonly Command[] = [
  ...accountCommands,
  ...keyCommands,
  ...webhookCommands,
  ...factCommands,
  ...auditCommands,
  ...requestCommands,
  ...streamCommands,
  ...videoCommands,
  ...mailCommands,
  ...listenCommands,
  ...doctorCommands,
  ...dbCommands,
  ...backupCommands,
]

// A reader such as `head` may go away early, which is no failure.
process.stdout.on('error', () => process.exit(exitCodes.done))
const args = process.argv.slice(2)
try {
  process.exitCode = await run(args)
} catch (error) {
  process.exitCode = tell(error)
}

async function run(words: string[]): Promise<number> {
  const [first] = words
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') return help(words.slice(1))
  if (first === '--version') return print(`${version}\n`)
  const found = findCommand(commands, words)
  if (found === undefined) return helpOfNoun(words)
  const given = parseGiven(found.command, found.rest, (text) => process.stdout.write(text))
  if (given.flag('help')) return print(helpOf(found.command))
  return (await found.command.run(given)) ?? exitCodes.done
}

function help(words: string[]): number {
  const found = findCommand(commands, words)
  if (found !== undefined) return print(helpOf(found.command))
  return words[0] === undefined ? print(overview(commands)) : helpOfNoun([...words.slice(0, 1), '--help'])
}

/** `fairground key` alone shows the commands of keys; anything else is unknown. */
function helpOfNoun([noun = '', verb]: string[]): number {
  const nouns = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))]
  if (!nouns.includes(noun)) {
    const near = nearest(noun, nouns)
    const hint = near === undefined ? `there are ${nouns.join(', ')}.` : `did you mean \`${near}\`?`
    throw new UsageError(`There is no command \`${noun}\`: ${hint}`)
  }
  if (verb === undefined || verb === '--help' || verb === '-h') return print(overview(commands, noun))
  const verbs = commands.flatMap(({ name }) => (name.startsWith(`${noun} `) ? [name.slice(noun.length + 1)] : []))
  const near = nearest(verb, verbs)
  const hint = near === undefined ? `there are ${verbs.join(', ')}.` : `did you mean \`${noun} ${near}\`?`
  throw new UsageError(`There is no command \`${noun} ${verb}\`: ${hint}`)
}

function print(text: string): number {
  process.stdout.write(text)
  return exitCodes.done
}

function tell(error: unknown): number {
  process.stderr.write(`${maskText(sentenceOf(error))}\n`)
  if (error instanceof UsageError) return exitCodes.usage
  return error instanceof StartProblem ? error.exitCode : exitCodes.failed
}

function sentenceOf(error: unknown): string {
  if (error instanceof Problem) {
    const fields = error.fields.map(({ path, message }) => `${path.replace(/^\//, '') || 'the input'} ${message}`)
    return `Refused (${error.reason}): ${error.message}${fields.length > 0 ? ` ${fields.join('; ')}.` : ''}`
  }
  if (error instanceof UsageError || error instanceof StartProblem) return error.message
  const more = process.env['LOG_LEVEL'] === 'debug' && error instanceof Error ? `\n${error.stack}` : ''
  return `It did not work: ${messageOf(error)}${more}`
}
