/** Type of a field: it decides which comparisons it takes. `json`: a value that the account shapes itself. */
export type FieldType = 'text' | 'number' | 'flag' | 'moment' | 'list' | 'json'

/** Collects the values of a statement: `bind` returns `$n`, with a cast if one is given. */
export type SqlBuild = {
  bind(value: unknown, cast?: string): string
  /** The account, bound at its first use: a statement must use all of its values. */
  account(): string
  at: Date
  /** Whether the statement names the contacts: an index read for each is cheaper than one read of all rows. */
  isForFew: boolean
}

/** A field that filters compare. */
export type FilterField = {
  type: FieldType
  /** SQL of its value, of the row `t`. */
  sql(build: SqlBuild): string
  /** SQL of the row `t`, which an index serves, and which is true exactly where the field equals a value. */
  holding?(value: unknown, build: SqlBuild): string
  /** Value in memory, in the form of the SQL; undefined or null for none. */
  read(subject: FilterSubject, at: Date): unknown
  /** The form in which a compared text is stored, such as an address in lower case. */
  normal?(text: string): string
  /** Whether its value changes by time alone, such as a score. */
  isTimeRelative?: boolean
}

/** Names that a filter may use. */
export type Vocabulary = {
  /** The field of a name; undefined for an unknown one. */
  find(name: string): FilterField | undefined
  /** Names for messages and suggestions; `attributes.` stands for all attributes. */
  names: readonly string[]
}

/** A contact as filters read it in memory. */
export type FilterSubject = {
  /** Row id. */
  id: string
  /** Values by field. */
  fields: Readonly<Record<string, unknown>>
  events: readonly { name: string; at: Date; properties: Readonly<Record<string, unknown>> }[]
  /** Mails: row ids of campaign and template, and the moment of each action. */
  mails: readonly {
    campaignId: string | null
    templateId: string | null
    at: Readonly<Partial<Record<string, Date>>>
  }[]
  /** Row ids of the segments of the contact. */
  segments: ReadonlySet<string>
  /** Tokens that the contact can spend, by token; undefined where no filter mentions them. */
  balances?: ReadonlyMap<string, number> | undefined
  /** Number and sum of payments in minor units, by currency; undefined where no filter mentions them. */
  purchases?: ReadonlyMap<string, { count: number; total: number }> | undefined
}

/** Parts of a contact that a filter depends on. */
export type Mentions = {
  /** Names of fields. */
  fields: Set<string>
  /** Names of events, `marketing.message.opened` for mails. */
  events: Set<string>
  /** Public ids of segments. */
  segments: Set<string>
  /** Whether it reads mails. */
  hasMails: boolean
  /** Whether it reads tokens. */
  hasBalances: boolean
  /** Whether it reads payments. */
  hasPurchases: boolean
  /** Whether its result changes by time alone. */
  isTimeRelative: boolean
}
