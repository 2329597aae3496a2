import type { Command } from './command.ts'
import { everywhere } from './parse.ts'

const intro = "fairground – the operator's command line\n\n  npm run fairground -- <command> [options]\n"

/** Every command with what it does, one line each; those of one noun when it is named. */
export function overview(commands: readonly Command[], noun?: string): string {
  const shown = commands.filter(({ name }) => noun === undefined || name.split(' ')[0] === noun)
  const width = Math.max(...shown.map(({ name }) => name.length))
  const lines = shown.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`)
  const more = '`fairground <command> --help` shows its options. Settings come from the environment, as for the server.'
  const codes =
    'Exit codes: 0 done, 1 failed or refused, 2 wrong command line or configuration, 3 data folder, 4 database,\n' +
    '5 migrations, 6 master key, 8 backup.'
  return `${intro}\n${lines.join('\n')}\n\n${more}\n${codes}\n`
}

/** One command: how it is written, its options, examples. */
export function helpOf(command: Command): string {
  const places = (command.positionals ?? []).map(({ name, isRequired }) => (isRequired ? `<${name}>` : `[${name}]`))
  const usage = ['fairground', command.name, ...places, '[options]'].join(' ')
  const rows = [
    ...(command.positionals ?? []).map(({ name, about }) => [`<${name}>`, about]),
    ...Object.entries({ ...command.options, ...everywhere }).map(([name, { value, about, isMany, isRequired }]) => [
      value === undefined ? `--${name}` : `--${name} <${value}>`,
      `${about}${isMany ? ' Several with commas.' : ''}${isRequired ? ' Needed.' : ''}`,
    ]),
  ]
  const width = Math.max(...rows.map(([left = '']) => left.length))
  const table = rows.map(([left = '', right = '']) => `  ${left.padEnd(width)}  ${right}`).join('\n')
  const examples = (command.examples ?? []).map((each) => `  fairground ${each}`).join('\n')
  return `${usage}\n\n${command.about}\n\n${table}\n${examples === '' ? '' : `\nExamples\n${examples}\n`}`
}
