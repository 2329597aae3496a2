import { examineServer, lookAtPinnedNode } from '#app/doctor/examination.ts'
import { fail, type Finding } from '#app/doctor/diagnosis.ts'
import { findServer, isElsewhere } from '#app/runningServer.ts'
import { readConfig, type Config } from '#app/config.ts'
import { ConfigProblem } from '#platform/settings/readSettings.ts'
import { exitCodes, type Command, type Given } from './command.ts'
import { operatorLog } from './operator.ts'
import { lookAtPort } from './portDiagnosis.ts'
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
  const found = await lookWith(given)
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
  if (Array.isArray(config)) return [await lookAtPinnedNode(), ...config]
  const server = await findServer(config.dataDir)
  const running = server === undefined || isElsewhere(terminal.env, server) ? undefined : server
  return [await lookAtPort(running ?? config), ...(await examineServer(config, operatorLog(config, output), true))]
}

function lineOf({ check, result, says, advice }: Finding): string {
  return `${result.padEnd(4)}  ${check.padEnd(11)}  ${says}${advice === undefined ? '' : ` – ${advice}`}`
}
