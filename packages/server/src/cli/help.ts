import type { Command } from './command.ts'

const intro = "fairground – the operator's command line\n\n  npm run fairground -- <command> [options]\n"

/** Help: every command with one line, or the commands of one noun. */
export function overview(commands: readonly Command[], noun?: string): string {
  const listed = commands.filter(({ name }) => noun === undefined || name.split(' ')[0] === noun)
  const width = Math.max(...listed.map(({ name }) => name.length))
  const lines = listed.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`)
  const more = '`fairground <command> --help` shows its options. Settings come from the environment, as for the server.'
  const codes =
    'Exit codes: 0 done, 1 failed or refused, 2 wrong command line or configuration, 3 data folder, 4 database,\n' +
    '5 migrations, 6 master key, 8 backup.'
  return `${intro}\n${lines.join('\n')}\n\n${more}\n${codes}\n`
}
