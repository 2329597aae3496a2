import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig, type Config } from '#app/config.ts'
import { ConfigProblem } from '#platform/settings/readSettings.ts'
import { checkoutDir } from '#platform/settings/settingReaders.ts'
import { filesPlaceOf } from '#app/filesSettings.ts'
import { exitCodes, type Command, type Given } from './command.ts'
import { lookAtDatabase } from './databaseDiagnosis.ts'
import { fail, lookAtDataDir, lookAtNode, lookAtPort, lookAtSettings, type Finding } from './diagnosis.ts'
import { lookAtFiles } from './filesDiagnosis.ts'
import { operatorLog } from './operator.ts'
import type { Terminal } from './terminal.ts'

/** Command that checks everything that the server needs. */
export const doctorCommands: readonly Command[] = [
  {
    name: 'doctor',
    about:
      'Looks at Node, settings, disk, media, database, keys, queues and audit log, with advice; exit 1 on a failure.',
    run: examine,
  },
]

async function examine(given: Given): Promise<number> {
  const found = [lookAtNode(await pinnedNode()), ...(await lookWith(given))]
  const { output } = given
  if (output.format === 'json') output.rows(found, [])
  else for (const finding of found) output.line(lineOf(finding))
  const failures = found.filter(({ result }) => result === 'fail').length
  const warnings = found.filter(({ result }) => result === 'warn').length
  output.note(`\n${failures} failures, ${warnings} warnings.`)
  return failures > 0 ? exitCodes.failed : exitCodes.done
}

function read({ env }: Terminal): Config | Finding[] {
  try {
    return readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigProblem)) throw error
    return error.mistakes.map((mistake) => fail('settings', mistake, 'correct it in the environment'))
  }
}

async function lookWith({ terminal, output }: Given): Promise<Finding[]> {
  const config = read(terminal)
  if (Array.isArray(config)) return config
  const log = operatorLog(config, output)
  return [
    ...lookAtSettings(config),
    ...(await lookAtDataDir(config)),
    await lookAtFiles(filesPlaceOf(config), log),
    await lookAtPort(config),
    ...(await lookAtDatabase(config, log)),
  ]
}

async function pinnedNode(): Promise<string> {
  const parsed: unknown = JSON.parse(await readFile(join(checkoutDir, 'package.json'), 'utf8'))
  return String(Object(Object(parsed).dependencies).node)
}

function lineOf({ check, result, says, advice }: Finding): string {
  return `${result.padEnd(4)}  ${check.padEnd(11)}  ${says}${advice === undefined ? '' : ` – ${advice}`}`
}
