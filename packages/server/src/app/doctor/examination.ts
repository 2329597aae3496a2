import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#app/config.ts'
import { filesPlaceOf } from '#app/filesSettings.ts'
import type { Log } from '#kit/call/context.ts'
import { checkoutDir } from '#platform/settings/settingReaders.ts'
import { lookAtDatabase } from './databaseDiagnosis.ts'
import { lookAtDataDir, lookAtNode, lookAtSettings, type Finding } from './diagnosis.ts'
import { lookAtFiles } from './filesDiagnosis.ts'

/**
 * Checks everything that the server needs, and changes nothing. `hasAudit`: verifies the audit log too, which takes the
 * longer, the more there is.
 */
export async function examineServer(config: Config, log: Log, hasAudit: boolean): Promise<Finding[]> {
  return [
    await lookAtPinnedNode(),
    ...lookAtSettings(config),
    ...(await lookAtDataDir(config)),
    await lookAtFiles(filesPlaceOf(config), log),
    ...(await lookAtDatabase(config, log, hasAudit)),
  ]
}

/** Checks the Node version against the one that the project pins. */
export async function lookAtPinnedNode(): Promise<Finding> {
  const parsed: unknown = JSON.parse(await readFile(join(checkoutDir, 'package.json'), 'utf8'))
  return lookAtNode(String(Object(Object(parsed).dependencies).node))
}
