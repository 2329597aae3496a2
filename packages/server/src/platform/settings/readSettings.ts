import type { Environment, SettingGroup, Settings, SettingTable, SettingValues } from '#kit/nouns/setting.ts'
import type { SettingValue } from '#platform/observe/serverHealthPort.ts'
import { StartProblem } from '#platform/startProblem.ts'

/** Error with all mistakes of a configuration, one sentence each. */
export class ConfigProblem extends StartProblem {
  readonly mistakes: string[]

  constructor(mistakes: string[]) {
    super('configuration', mistakes.join('\n'))
    this.name = 'ConfigProblem'
    this.mistakes = mistakes
  }
}

/** Reads the settings of all groups; an empty variable counts as left out. Throws ConfigProblem with every mistake. */
export function readSettings(groups: readonly SettingGroup[], env: Environment): Settings {
  const mistakes: string[] = []
  const values = new Map(groups.map((group) => [group, valuesOf(group.table, env, mistakes)]))
  for (const { check } of groups) mistakes.push(...check((name) => textOf(env, name) !== '', env))
  if (mistakes.length > 0) throw new ConfigProblem(mistakes)
  return {
    of<S extends SettingTable>(group: SettingGroup<S>) {
      const found = values.get(group)
      if (found === undefined)
        throw new Error(`the settings "${group.title}" are missing from products/productSettings.ts`)
      // cast: every field of the group was read by its own reader.
      return found as SettingValues<S>
    },
  }
}

function valuesOf(table: SettingTable, env: Environment, mistakes: string[]): Record<string, unknown> {
  const read = Object.entries(table).map(([field, { name, fallback, isSecret, read }]) => {
    const given = textOf(env, name)
    try {
      return [field, read(given === '' ? plainFallback(fallback) : given)]
    } catch (error) {
      const current = isSecret ? '' : ` (it is "${given}")`
      mistakes.push(`${name} must be ${error instanceof Error ? error.message : 'valid'}${current}.`)
      return [field, undefined]
    }
  })
  return Object.fromEntries(read)
}

/** The settings of all groups with the values in effect; secrets and settings without a value have none. */
export function settingValues(groups: readonly SettingGroup[], env: Environment): SettingValue[] {
  return groups.flatMap(({ title: group, table }) =>
    Object.values(table).map(({ name, about, fallback, isSecret }) => {
      const given = textOf(env, name)
      const value = given === '' ? fallback.replaceAll('`', '') : given
      return { name, group, about, isSecret, isSet: given !== '', value: isSecret || value === '' ? null : value }
    }),
  )
}

/** Markdown of the settings: a heading and a table for each group. */
export function settingSections(groups: readonly SettingGroup[]): string {
  return groups.map((group) => `### ${group.title}\n\n${tableOf(group)}`).join('\n\n')
}

function tableOf({ table }: SettingGroup): string {
  const rows = Object.values(table).map(({ name, about, fallback, isSecret }) => {
    const printed = fallback === '' ? '–' : fallback.startsWith('`') ? fallback : `\`${fallback}\``
    return `| \`${name}\` | ${printed} | ${about}${isSecret ? ' Secret.' : ''} |`
  })
  return ['| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n')
}

function textOf(env: Environment, name: string): string {
  return env[name]?.trim() ?? ''
}

/** A default in backquotes is prose for the reader: the value is then computed elsewhere. */
function plainFallback(fallback: string): string {
  return fallback.startsWith('`') ? '' : fallback
}
