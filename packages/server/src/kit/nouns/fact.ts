import { Type, type Static, type TSchema } from '#kit/values/schema.ts'

/** An event of the platform. Its name is `<product>.<noun>.<pastTense>`. */
export type Fact<T = unknown> = {
  name: string
  description: string
  /** Whether webhooks, `listen` and the fact list deliver it. */
  isPublic: boolean
  /** Schema of the payload; facts of a resource have the shape of the resource, found by `resourceId`. */
  payload: TSchema
  resourceId: string | undefined
  /** Person that the fact concerns: the time line of their contact holds the fact. */
  person?(payload: T): FactPerson | undefined
  /** The static type of the payload; never present at run time. */
  readonly type?: T
}

/** Person that a fact concerns, by at least one of the first four, with the properties for their time line. */
export type FactPerson = {
  contactId?: string | null
  externalId?: string | null
  viewerId?: string | null
  email?: string | null
  /** Full name, for a contact that is made. */
  name?: string | null
  properties: Record<string, string | number | boolean | null>
}

/** Common fields of every resource fact. */
export type Subject = { id: string; status: string; version: number } & Record<string, unknown>

/** Declares a fact with a payload of its own. */
export function fact<T extends TSchema>(
  name: string,
  description: string,
  payload: T,
  options: { isPublic?: boolean; person?: Fact<Static<T>>['person'] } = {},
): Fact<Static<T>> {
  const { isPublic = true, person } = options
  return { name, description, isPublic, payload, resourceId: undefined, ...(person !== undefined && { person }) }
}

/** Declares a fact whose payload is the whole resource as its owner sees it. */
export function resourceFact(name: string, resourceId: string, description: string): Fact<Subject> {
  const payload = Type.Unsafe<Subject>({ type: 'object', required: ['id', 'status', 'version'] })
  return { name, description, isPublic: true, payload, resourceId }
}

/** An emitted fact. */
export type EmittedFact<T = unknown> = {
  /** `fct_…` */
  id: string
  name: string
  /** Public id of the record that the fact is about. */
  subject: string
  subjectVersion: number
  payload: T
  toldAt: string
  /** Cause: an operation id, a task name or another fact's id. */
  cause: string
  /** Facts that caused one another up to this one, itself included: 1 to `limits.factDepthMax`. */
  depth: number
}
