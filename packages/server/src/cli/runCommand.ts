import { CommanderError } from 'commander'
import { Problem } from '#kit/call/problem.ts'
import { maskText } from '#platform/observe/masking.ts'
import { messageOf, StartProblem } from '#platform/startProblem.ts'
import { accountCommands } from './accountCommands.ts'
import { consoleCommands } from './consoleCommands.ts'
import { auditCommands } from './auditCommands.ts'
import { loyaltyCommands } from './loyaltyCommands.ts'
import { paymentCommands } from './paymentCommands.ts'
import { backupCommands } from './backupCommands.ts'
import { exitCodes, UsageError, type Command } from './command.ts'
import { dbCommands } from './dbCommands.ts'
import { doctorCommands } from './doctor.ts'
import { factCommands } from './factCommands.ts'
import { overview } from './help.ts'
import { keyCommands } from './keyCommands.ts'
import { listenCommands } from './listen.ts'
import { mailCommands } from './mailCommands.ts'
import { openProgram } from './program.ts'
import { requestCommands } from './request.ts'
import { streamCommands } from './streamCommands.ts'
import type { Terminal } from './terminal.ts'
import { videoCommands } from './videoCommands.ts'
import { webhookCommands } from './webhookCommands.ts'

const commands: readonly Command[] = [
  ...accountCommands,
  ...consoleCommands,
  ...keyCommands,
  ...webhookCommands,
  ...factCommands,
  ...auditCommands,
  ...loyaltyCommands,
  ...paymentCommands,
  ...requestCommands,
  ...streamCommands,
  ...videoCommands,
  ...mailCommands,
  ...listenCommands,
  ...doctorCommands,
  ...dbCommands,
  ...backupCommands,
]

/** Parses and runs one command. Returns its exit code; a failure is one sentence on standard error. */
export async function runCommand(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await run(words, terminal)
  } catch (error) {
    terminal.stderr.write(`${maskText(sentenceOf(error, terminal))}\n`)
    if (error instanceof UsageError) return exitCodes.usage
    return error instanceof StartProblem ? error.exitCode : exitCodes.failed
  }
}

async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode: number = exitCodes.done
  const program = openProgram(commands, terminal, async (command, given) => {
    exitCode = (await command.run(given)) ?? exitCodes.done
  })
  const [first, ...others] = words
  const isHelp = first === undefined || first === 'help'
  try {
    await program.parseAsync(isHelp ? [...others, '--help'] : [...words], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    // A noun alone shows its commands.
    if (error.code === 'commander.help') terminal.stdout.write(overview(commands, first))
    else if (error.exitCode !== 0) throw usageErrorOf(error)
  }
  return exitCode
}

function usageErrorOf({ message }: CommanderError): UsageError {
  const text = message.replace(/^error: /, '').replaceAll('\n', ' ')
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}`
  return new UsageError(/[.)]$/.test(sentence) ? sentence : `${sentence}.`)
}

function sentenceOf(error: unknown, { env }: Terminal): string {
  if (error instanceof Problem) {
    const fields = error.fields.map(({ path, message }) => `${path.replace(/^\//, '') || 'the input'} ${message}`)
    return `Refused (${error.reason}): ${error.message}${fields.length > 0 ? ` ${fields.join('; ')}.` : ''}`
  }
  if (error instanceof UsageError || error instanceof StartProblem) return error.message
  const more = env['LOG_LEVEL'] === 'debug' && error instanceof Error ? `\n${error.stack}` : ''
  return `It did not work: ${messageOf(error)}${more}`
}
