import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LivePlan } from './liveHost.ts'

/** The plans of sessions, kept on the local disk for the next start: one folder each, named by the session. */
export type Plans<Plan extends LivePlan> = {
  /** The folder of a session. */
  folderOf(sessionUuid: string): string
  /** Keeps how a session is run, but for the keys of its targets: they come anew with its encoder. */
  write(plan: Plan): Promise<void>
  all(): Promise<Plan[]>
  /** Forgets a session, with whatever else is in its folder. */
  remove(sessionUuid: string): Promise<void>
}

const planName = 'session.json'

/** Opens the plans that are kept in a folder. */
export function openPlans<Plan extends LivePlan = LivePlan>(folder: string): Plans<Plan> {
  const folderOf = (sessionUuid: string) => join(folder, sessionUuid)
  const remove = (sessionUuid: string) => rm(folderOf(sessionUuid), { recursive: true, force: true })

  async function read(name: string): Promise<Plan | undefined> {
    try {
      // cast: `write` wrote it, whole or not at all.
      return JSON.parse(await readFile(join(folderOf(name), planName), 'utf8')) as Plan
    } catch {
      // A session that never wrote anything that could be gone on with.
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
