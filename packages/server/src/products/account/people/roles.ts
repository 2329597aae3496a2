import type { Scope } from '#kit/call/catalogue.ts'

/** Roles of a person in an account, the widest first. */
export const roles = ['owner', 'developer', 'operator', 'analyst', 'reader'] as const

/** Role of a person in an account. */
export type Role = (typeof roles)[number]

/** Scopes that only owners have: the account itself and its people. */
const ownersScope = /^account\.(account|member):(?!read$)|^account\.member:/
/** Parts of the account that operators read, and the repairs of an evening: deliveries and jobs that run again. */
const operatorsScope = /^account\.((account|fact|audit|request|delivery|job):read|(delivery|job):write)$/
/** Images, which are content as that of a product. */
const imagesScope = /^account\.image:/
/** Parts of the account that analysts read. */
const analystsScope = /^account\.(account|fact):read$/

/** Scopes of every role: their operations return only what other read scopes of the caller allow. */
const everyonesScope = /^account\.(record|overview):read$/

const isProducts = (name: string) => !name.startsWith('account.') || imagesScope.test(name)
const isRead = (name: string) => name.endsWith(':read')

const allowed: Record<Exclude<Role, 'owner'>, (scope: string) => boolean> = {
  developer: (name) => !ownersScope.test(name),
  operator: (name) => isProducts(name) || operatorsScope.test(name),
  analyst: (name) => analystsScope.test(name) || (isProducts(name) && (isRead(name) || name.startsWith('analytics.'))),
  reader: (name) => isProducts(name) && isRead(name),
}

/** Scopes of a role among those of the server's operations. An owner has every one. */
export function scopesOfRole(role: Role, known: readonly Scope[]): readonly string[] {
  if (role === 'owner') return ['*']
  return known.map(({ name }) => name).filter((name) => everyonesScope.test(name) || allowed[role](name))
}

/** Whether a text names a role. */
export function isRole(text: string): text is Role {
  return roles.some((each) => each === text)
}
