import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LivePlan } from './liveHost.ts'

/** Plans of sessions on the local disk, for the next start: one folder for each session, named by its UUID. */
export type Plans<Plan extends LivePlan> = {
  folderOf(sessionUuid: string): string
  /** Writes a plan without its push targets: their keys are secrets, and come again with the encoder. */
  write(plan: Plan): Promise<void>
  all(): Promise<Plan[]>
  /** Removes the folder of a session. */
  remove(sessionUuid: string): Promise<void>
}

const planName = 'session.json'

/** Opens the plans in a folder. */
export function openPlans<Plan extends LivePlan = LivePlan>(folder: string): Plans<Plan> {
  const folderOf = (sessionUuid: string) => join(folder, sessionUuid)
  const remove = (sessionUuid: string) => rm(folderOf(sessionUuid), { recursive: true, force: true })

  async function read(name: string): Promise<Plan | undefined> {
    try {
      // cast: `write` wrote the file, completely or not at all.
      return JSON.parse(await readFile(join(folderOf(name), planName), 'utf8')) as Plan
    } catch {
      // The session stopped before its plan was written: no media of it can be recovered.
      await remove(name)
      return undefined
    }
  }

  return {
    folderOf,
    async write(plan) {
      const own = folderOf(plan.sessionUuid)
      await mkdir(own, { recursive: true })
      const file = join(own, planName)
      await writeFile(`${file}.new`, JSON.stringify({ ...plan, targets: [] }))
      await rename(`${file}.new`, file)
    },
    async all() {
      const names = await readdir(folder).catch(() => [])
      const plans = await Promise.all(names.map((name) => read(name)))
      return plans.filter((plan) => plan !== undefined)
    },
    remove,
  }
}
