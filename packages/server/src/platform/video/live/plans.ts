import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LivePlan } from './liveHost.ts'

/** Plans of sessions on the local disk, for the next start: one folder for each session, named by its UUID. */
export type Plans<Plan extends LivePlan> = {
  folderOf(sessionUuid: string): string
  /** Writes a plan without its push targets: their keys are secrets, and come again with the encoder. */
  write(plan: Plan): Promise<void>
  /**
   * All plans. `restore` makes the plan of a session whose file is damaged or missing; without one, or where there is
   * none to make, the folder is removed. Where `restore` rejects, the folder stays for the next start.
   */
  all(restore?: Restore<Plan>): Promise<Plan[]>
  /** Removes the folder of a session. */
  remove(sessionUuid: string): Promise<void>
}

type Restore<Plan> = (sessionUuid: string) => Promise<Plan | undefined>

const planName = 'session.json'

/** Opens the plans in a folder. */
export function openPlans<Plan extends LivePlan = LivePlan>(folder: string): Plans<Plan> {
  const folderOf = (sessionUuid: string) => join(folder, sessionUuid)
  const remove = (sessionUuid: string) => rm(folderOf(sessionUuid), { recursive: true, force: true })

  async function write(plan: Plan): Promise<void> {
    const own = folderOf(plan.sessionUuid)
    await mkdir(own, { recursive: true })
    const file = join(own, planName)
    await writeFile(`${file}.new`, JSON.stringify({ ...plan, targets: [] }))
    await rename(`${file}.new`, file)
  }

  async function read(name: string): Promise<Plan | undefined> {
    try {
      // cast: `write` wrote the file.
      return JSON.parse(await readFile(join(folderOf(name), planName), 'utf8')) as Plan
    } catch {
      return undefined
    }
  }

  async function readOrRestore(name: string, restore: Restore<Plan>): Promise<Plan | undefined> {
    const known = await read(name)
    if (known !== undefined) return known
    try {
      const restored = await restore(name)
      if (restored === undefined) await remove(name)
      else await write(restored)
      return restored
    } catch {
      return undefined
    }
  }

  return {
    folderOf,
    write,
    async all(restore = async () => undefined) {
      const names = await readdir(folder).catch(() => [])
      const plans = await Promise.all(names.map((name) => readOrRestore(name, restore)))
      return plans.filter((plan) => plan !== undefined)
    },
    remove,
  }
}
