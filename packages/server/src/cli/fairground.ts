import { exitCodes } from './command.ts'
import { runCommand } from './runCommand.ts'

// Entry of the command line. A reader such as `head` may close the pipe early, which is no failure.

process.stdout.on('error', () => process.exit(exitCodes.done))
process.exitCode = await runCommand(process.argv.slice(2), process)
