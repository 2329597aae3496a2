import type { Card } from '#kit/nouns/card.ts'
import type { Fact, Subject, EmittedFact } from '#kit/nouns/fact.ts'
import type { Tally, TallyColumns, TallyRow } from '#kit/nouns/tally.ts'
import type { Port } from './port.ts'
import type { Settings } from '#kit/nouns/setting.ts'
import type { Task } from '#kit/nouns/task.ts'
import type { Draft, Patch, Resource, Stored } from '#kit/nouns/resource.ts'

export type AccountKind = 'business' | 'streamer' | 'personal'
export type AccountMode = 'live' | 'test'

/** The account that a call works on. */
export type Account = {
  /** 40-bit number: the key of every statement. */
  id: number
  /** `acc_…` */
  publicId: string
  kind: AccountKind
  mode: AccountMode
  name: string
  language: string
  timeZone: string
  twinId: number
  isSuspended: boolean
}

/**
 * The actor of a call: a key, a person who is signed in, or a part of the platform. Audit rows name it. A person acts
 * by a session, with the scopes of their role in the account.
 */
export type Actor = {
  kind: 'key' | 'person' | 'system'
  /** Id of the key (`key_…`) or the person (`per_…`), or the name of the task, reaction or command. */
  id: string
  credential: 'secret' | 'restricted' | 'public' | 'session' | 'system'
  scopes: readonly string[]
}

/** The client program of a request, its country and its network. An address is never part of it. */
export type Client = {
  /** The `User-Agent` header; empty when there was none. */
  userAgent: string
  /** ISO 3166-1 alpha-2 code from the header of a proxy; undefined without the header or for an unknown country. */
  country: string | undefined
  /** Keyed hash of the network prefix, in hex: the same for all clients behind it. */
  network: string
  /** Enters the network of the request into counts; undefined where its share is full. The address stays unseen. */
  enter(counts: NetworkEntries): (() => void) | undefined
}

/** Counts by network that a host address is entered into; the function that comes back takes it out again. */
export type NetworkEntries = { enter(address: string): (() => void) | undefined }

/** The session cookie of the browser that sends a request. */
export type SessionCookie = {
  /** Text of the cookie, not verified; undefined without one. */
  token: string | undefined
  /** Sets the cookie with a successful response. */
  start(token: string, maxAgeSeconds: number): void
  /** Removes the cookie with a successful response; this process evicts the session at once. */
  end(): void
}

/** A page of a list. */
export type ListPage<T> = {
  items: T[]
  pagination: {
    limit: number
    offset: number
    hasMore: boolean
    nextCursor: string | null
    total?: number
    totalIsCapped?: boolean
  }
}

/** The requested page of a list, after validation. */
export type Paging = {
  limit?: number
  offset?: number
  cursor?: string
  withTotal?: 'true' | 'exact' | 'false'
}

/** The requested page of a list of records, after validation: paging, sort, search, filters. */
export type ListQuery = Paging & {
  sort?: string
  q?: string
  clientReference?: string
  /** Whether only public records are listed. */
  publicOnly?: boolean
  /** Conditions of the noun's own, beside the declared filters. */
  conditions?: Condition[]
  /**
   * Conditions that no index of the order serves, such as the words of `q`: matching rows are spread over the order.
   */
  scattered?: Condition[]
  /** A computed number to sort by, in place of a column: nearest first. */
  rank?: Rank
  /** Plans the statement for its values: one value may match a few rows and another half of them. */
  isPlannedAnew?: boolean
}

/** A piece of SQL with `$1…` of its own, true for the rows wanted. `t` is the row. */
export type Condition = { sql: string; values: unknown[] }

/**
 * A number computed per row, ascending, `rank` in the raw row. `isIndexed`: an index serves its order. `hitsMax`: the
 * conditions leave out rows beyond this number, so a total that reaches it is capped.
 */
export type Rank = { sql: string; values: unknown[]; as: string; isIndexed?: boolean; hitsMax?: number }

/** Result of a create; `created` is false for a repeat with a known clientReference. */
export type Made<T> = { record: T; created: boolean }

export type CreateOptions = {
  clientReference?: string | undefined
  metadata?: Record<string, string> | undefined
  status?: string
  /** Fields that the platform sets; not part of the caller's input. */
  set?: Record<string, unknown>
  /** Whether the write emits no fact. */
  isSilent?: boolean
}
export type UpdateOptions = {
  ifVersion?: number | undefined
  /** A declared action of the resource. */
  action?: string | undefined
  /** Target state of a move without an action: by a clock, or by a rule of the noun. */
  status?: string | undefined
  isSilent?: boolean
}

/**
 * An update: fields outside the patch stay. `known`: the record as the caller has just read it, which saves a read. A
 * `known` record of an older version is read again.
 */
export type Change<R extends Resource> = UpdateOptions & { patch?: Patch<R>; known?: Stored<R> }

/** Position after a page: its sort with the values of the last row, or a number of rows for computed orders. */
export type Position = { sort: string; after: (string | number | boolean)[] } | { sort: string; skip: number }

/** Signs and reads cursors, so that callers cannot forge them: for lists across accounts. */
export type Cursors = { write(position: Position): string; read(cursor: string, sort: string): Position }

/** Records of the account of the call; no method reaches another account. */
export type Store = {
  /** Reads a record. Throws not_found. Concurrent reads share one statement. */
  get<R extends Resource>(resource: R, id: string): Promise<Stored<R>>
  /** Same as `get`, but undefined in place of not_found. */
  find<R extends Resource>(resource: R, id: string): Promise<Stored<R> | undefined>
  /** Finds a record by a unique column, such as a slug or a folded name. */
  findBy<R extends Resource>(resource: R, column: string, value: unknown): Promise<Stored<R> | undefined>
  /** Finds the record of an earlier create with the same `clientReference`; undefined without one. */
  findRepeat<R extends Resource>(
    resource: R,
    options: { clientReference?: string | null | undefined },
  ): Promise<Stored<R> | undefined>
  list<R extends Resource>(resource: R, query: ListQuery): Promise<ListPage<Stored<R>>>
  /** Number of matching records, counted up to `max`. */
  count(resource: Resource, conditions: Condition[], max: number): Promise<number>
  create<R extends Resource>(resource: R, draft: Draft<R>, options?: CreateOptions): Promise<Made<Stored<R>>>
  /**
   * Updates a record. Throws not_found, invalid_transition, version_mismatch, and problems of the resource's check. A
   * change that depends on the record is a function of it, which runs again after a concurrent write.
   */
  update<R extends Resource>(
    resource: R,
    id: string,
    change: Change<R> | ((before: Stored<R>) => Change<R>),
  ): Promise<Stored<R>>
  /** Deletes a record softly: the row stays for 30 days. Throws not_found. */
  remove<R extends Resource>(resource: R, id: string, options?: UpdateOptions): Promise<Stored<R>>
}

/** A statement with a name: prepared once per connection. `row` carries the type of its rows; it is never set. */
export type Statement<Row = unknown> = { name: string; text: string; scope: StatementScope; row?: Row }

/** The type of the rows that a statement returns. */
export type RowOf<S extends Statement> = S extends Statement<infer Row> ? Row : never

/**
 * Scope of a statement. account: names account_id. offline, feed: crosses accounts on purpose. directory, ops: tables
 * of those classes.
 */
export type StatementScope = 'account' | 'offline' | 'feed' | 'directory' | 'ops'

/** Statements of a call, in its transaction if it has one. */
export type Db = {
  rows<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]>
}

/** A change for the audit log. `action`: `<product>.<noun>.<pastTense>`. */
export type AuditEntry = { action: string; target: string; changes?: Record<string, unknown> }

/** A fact with its payload and its subject. */
export type JournalFact<T = unknown> = { fact: Fact<T>; payload: T; subject: Subject }

/** Rows of one effect as JSON: of `account_audit`, and of `account_outbox`. */
export type Journal = { audit: Readonly<Record<string, unknown>>; outbox: readonly Readonly<Record<string, unknown>>[] }

export type Log = {
  debug(message: string, more?: Record<string, unknown>): void
  info(message: string, more?: Record<string, unknown>): void
  warn(message: string, more?: Record<string, unknown>): void
  error(message: string, more?: Record<string, unknown>): void
}

/** Context across accounts: it uses offline statements and `as`. */
export type OfflineCtx = Omit<Ctx, 'account' | 'store'>

/** Cookies of the viewers who are signed in by a browser, one for each account. */
export type ViewerCookies = {
  /** Text of the account's cookie, not verified; undefined without one, and for a page of another origin. */
  read(account: Account): string | undefined
  /** Sets the account's cookie with a successful response. Throws origin_not_allowed for a page of another origin. */
  start(account: Account, cookie: { token: string; maxAgeSeconds: number }): void
  /** Removes the account's cookie with a successful response. */
  end(account: Account): void
}

/** Capabilities of a handler; its other arguments are plain data. */
export type Ctx = {
  actor: Actor
  account: Account
  requestId: string
  /** Client of the request, for pages and for operations with `seesClient` only. */
  client: Client | undefined
  /** Session cookie of the request, for operations with `seesSession` only. */
  session: SessionCookie | undefined
  /** Cookies of viewers, for pages and for operations with `seesViewer` only; `viewersPort` verifies them. */
  viewers: ViewerCookies | undefined
  /** Cause of emitted facts: the id of the operation, or of the fact that a reaction handles. */
  cause: string
  /** True when emitted facts stay internal, public ones too. */
  isSilent: boolean
  now(): Date
  store: Store
  db: Db
  /** Emits a fact with the next write of this call, in the same commit. Returns the fact's id. */
  emit<T>(fact: Fact<T>, payload: T, subject: Subject): string
  /** Queues a task with the next write of this call, in the same commit. */
  later<T>(task: Task<T>, payload: T, at: Date): void
  /**
   * Queues an outbound task with the next write of this call, in the same commit. This process attempts it right after
   * the commit and waits for 5 s at most. A worker retries it until it succeeds or is dead.
   */
  effect<T>(task: Task<T>, payload: T): void
  /**
   * Runs work whose result is the response of an operation. Under an Idempotency-Key one transaction commits the writes
   * and the response; without a key the work runs alone. Resolves after the attempts of its effects.
   */
  once<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
  /** Whether the call runs in a transaction, which a failed statement aborts. */
  isAtomic: boolean
  /** Runs several statements as one transaction; within a transaction, joins it. */
  atomic<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
  /**
   * Acquires the lock of a name within the account until the transaction ends; throws outside a transaction. Lock
   * order: rows (`lockForUpdate`, `lockForShare`), then one lock; later writes touch only those rows and new ones.
   */
  lock(name: string): Promise<void>
  /** Writes an audit row for a change without a record's write. `action`: `<product>.<noun>.<pastTense>`. */
  audit(entry: AuditEntry): Promise<void>
  /**
   * The audit row and the outbox rows of an effect, for a statement of the noun's own that inserts them with it
   * (`journalSteps`). Nothing is pending afterwards: without that statement they do not exist.
   */
  journal(entry: AuditEntry, facts: readonly JournalFact[]): Journal
  /**
   * Adds a row to a tally of this account. Resolves after the commit of the row; a second row with the same key counts
   * once. Throws unavailable for a full queue, and within a transaction.
   */
  count<C extends TallyColumns>(tally: Tally<C>, row: TallyRow<C>): Promise<void>
  /**
   * A value of this process under a key, such as a bounded cache: made at first use, shared by all calls, disposed with
   * the process. Keys are names in the code, such as `places.views`.
   */
  memory<T>(key: string, make: () => T): T
  /**
   * Cards of records of this account by id, of any product, in one statement for each noun. Ids of deleted, foreign and
   * unknown records have no card. A restricted key or a person needs the read scope of the noun; with a public key only
   * public records have a card. At most 200 ids.
   */
  cards(ids: readonly string[]): Promise<ReadonlyMap<string, Card>>
  /**
   * The call on behalf of another account: for public reads, and for the platform's own work. `actor`: the person that
   * the call has just verified.
   */
  as(account: Account, actor?: Actor): Ctx
  accounts: { find(id: number): Promise<Account | undefined> }
  cursors: Cursors
  /** The public address of the server, and values of the settings that products declare. */
  settings: { publicUrl: string } & Settings
  /** A port to another part. Within a transaction its methods that leave the database throw: use `effect`. */
  port<T>(of: Port<T>): T
  log: Log
}

export type { Fact, EmittedFact }
