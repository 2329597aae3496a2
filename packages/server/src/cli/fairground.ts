import { exitCodes } from './command.ts'
import { runCommand } from './runCommand.ts'

// Entry of the command line. A reader such as `head` may close the pipe early, which is no failure; a full disk is one.

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodes.done)
  process.stderr.write(`The output could not be written: ${error.message}\n`)
  process.exit(exitCodes.failed)
})
process.exitCode = await runCommand(process.argv.slice(2), process)
