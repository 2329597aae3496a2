import type { ComponentType } from 'react'
import type { LucideIcon } from 'lucide-react'
import type { FirstTextKey, TextKey } from '#console/texts/texts.ts'
import type { Client } from '#console/app/client.ts'
import type { Question } from './confirmation.ts'
import type { Noun } from './description.ts'
import type { JsonSchema } from './jsonSchema.ts'

/** A record as the API returns it. */
export type ApiRecord = Record<string, unknown> & { id: string }

/** Properties of a hand-made panel on the page of a record. */
export type PanelProps = { noun: Noun; record: ApiRecord; reload(): Promise<void> }

/** A hand-made part of the page of a record, loaded when the page opens. */
export type Panel = {
  id: string
  title: TextKey
  /** top: above the tabs. overview: above the fields. side: beside them. tab: a tab of its own. */
  place: 'top' | 'overview' | 'side' | 'tab'
  /** States of the record in which it is there; all when left out. */
  states?: readonly string[]
  load(): Promise<{ Panel: ComponentType<PanelProps> }>
}

/** Properties of a hand-made input of one field. `errors`: messages by path below the field, `''` for the field. */
export type FieldWidgetProps = {
  label: string
  description: string | undefined
  value: unknown
  onChange(value: unknown): void
  errors: Readonly<Record<string, string>>
}

/** A module with a hand-made input. `ValueText`: a value in one line of words, for the chip of a filter. */
export type WidgetModule = {
  FieldWidget: ComponentType<FieldWidgetProps>
  ValueText?: ComponentType<{ value: unknown }>
}

/** Properties of a hand-made view of one field on the page of a record. */
export type FieldViewProps = { value: unknown; record: ApiRecord }

/** Properties of a hand-made form of a list, such as a gallery. `input`: search, filters and order of the list. */
export type ListViewProps = { noun: Noun; records: readonly ApiRecord[]; input: Readonly<Record<string, unknown>> }

/**
 * A hand-made form of a list beside the table. `isSecond`: the table comes first. `isWhole`: it reads by itself what it
 * shows, and so has no button for more records.
 */
export type ListViewPart = {
  icon: LucideIcon
  title: TextKey
  isSecond?: boolean
  isWhole?: boolean
  load(): Promise<{ ListView: ComponentType<ListViewProps> }>
}

/** Properties of a hand-made form of a noun. `recordId`: the record that it edits; undefined for a new one. */
export type NounFormProps = { noun: Noun; recordId: string | undefined }

/** Properties of a part beside a form. `values`: those of its fields now. `record`: the one that it edits. */
export type FormAsideProps = { values: Readonly<Record<string, unknown>>; record: ApiRecord | undefined }

/** Values that a form is about to send. `record`: the record before; undefined for a new one. */
export type AskedChange = { client: Client; record: ApiRecord | undefined; values: Readonly<Record<string, unknown>> }

/** Properties of buttons over selected records. `run`: updates each of them. */
export type BulkToolProps = { isBusy: boolean; run(title: string, input: object): void }

/** A hand-made form in place of the generated ones for new and existing records. */
export type NounFormPart = { load(): Promise<{ NounForm: ComponentType<NounFormProps> }> }

/** A button for an operation of a record. `isInstant`: it runs at once, without a dialog. */
export type RecordButton = { verb: string; title: TextKey; icon: LucideIcon; isInstant?: boolean }

/** A column of a list that is made from each record, such as a share of two of its numbers. */
export type MadeColumn = { schema: JsonSchema; valueOf(record: ApiRecord): unknown }

/**
 * All that a product adds to the generated screens of one noun. They load with the first of its screens; a noun that
 * adds nothing has list, page, forms, actions and deletion as well.
 */
export type NounScreens = {
  /** Columns of its list in order; chosen from the record when left out. */
  columns?: readonly string[]
  /** Columns beside the fields of its records, by name: its word is the title. */
  madeColumns?: Readonly<Record<string, MadeColumn>>
  /**
   * Groups of fields on its page and in its forms; fields that no group names stand below. `isOptional`: a group for
   * some records, such as those of a type; its page leaves out a field without a value. `isFolded`: forms show its
   * heading alone until it is opened, unless it has values.
   */
  groups?: readonly { title: TextKey; fields: readonly string[]; isOptional?: boolean; isFolded?: boolean }[]
  /** Titles of fields on its page whose names have another word elsewhere; their widgets show the same. */
  fieldTitles?: Readonly<Record<string, TextKey>>
  panels?: readonly Panel[]
  /** Fields of its page that a panel shows in place of the field itself. */
  panelFields?: readonly string[]
  /** Nouns of its product whose records a panel lists in place of the card of related records. */
  panelNouns?: readonly string[]
  /** Further operations of the noun that stand as buttons on its page; the others stand in the menu. */
  buttons?: readonly RecordButton[]
  /** Actions and operations such as `disable` and `delete` that a panel of its page runs in place of the header. */
  panelActions?: readonly string[]
  /** States in which its page offers an operation that is no action of the noun, by verb; all where it has none. */
  operationStates?: Readonly<Record<string, readonly string[]>>
  /** States in which its page has Edit; all when left out. */
  editStates?: readonly string[]
  /** A button of its page beside Edit, such as one that duplicates the record. */
  pageTool?: { load(): Promise<{ PageTool: ComponentType<{ record: ApiRecord }> }> }
  /** Operation that makes its records where it has no `create` of its own: New opens the form of its input. */
  createBy?: string
  /** Id of the record whose page opens after a creation, from the response; that of the response when left out. */
  madeId?(response: ApiRecord): string
  /** A hand-made page for a new record. */
  createPage?: { load(): Promise<{ CreatePage: ComponentType<{ noun: Noun }> }> }
  /** The part of the input of its edit form that goes with a record, such as the fields of its type. */
  editSchema?: { load(): Promise<{ editSchema(input: JsonSchema, record: ApiRecord): JsonSchema }> }
  /** Hand-made inputs of fields in its forms and of the filters of its list, by field. */
  widgets?: Readonly<Record<string, { load(): Promise<WidgetModule> }>>
  /** Hand-made views of fields with a value on its page, by field. */
  views?: Readonly<Record<string, { load(): Promise<{ FieldView: ComponentType<FieldViewProps> }> }>>
  form?: NounFormPart
  /** A hand-made part beside its generated forms, such as a preview. */
  formAside?: { load(): Promise<{ FormAside: ComponentType<FormAsideProps> }> }
  /** First values of its form for a new record, beside the defaults of the API. */
  newValues?: Readonly<Record<string, unknown>>
  /** The question before its forms send a change that cannot be taken back. */
  question?: { load(): Promise<{ questionOf(change: AskedChange): Promise<Question | undefined> }> }
  /** Fields that its forms leave out: another field or a hand-made part of its page sets them. */
  setElsewhere?: readonly string[]
  /** Another form of its list beside the table, which the person can choose. */
  listView?: ListViewPart
  /** Buttons of its own over the selected records of its list; each input goes to its operation `update`. */
  bulkTool?: { load(): Promise<{ BulkTool: ComponentType<BulkToolProps> }> }
  /** A tool above its list, such as an upload. */
  listTool?: { load(): Promise<{ ListTool: ComponentType<{ noun: Noun }> }> }
  /** Text of the empty list: what the noun is for and how to begin. */
  empty?: TextKey
}

/** Screens of a product's nouns, by their name without the product. */
export type ProductScreens = Readonly<Record<string, NounScreens>>

/** A noun in the navigation and on the home page: the first load has it. */
export type NounDescriptor = {
  icon: LucideIcon
  /** Plural name, such as `Streams`, for navigation and headings; the noun's own title when left out. */
  title?: FirstTextKey
  /** Step of a new account, done once it has `doneAt` records of the noun; 1 when left out. */
  firstStep?: { title: FirstTextKey; text: FirstTextKey; doneAt?: number }
  /** Whether the navigation leaves it out: records that other pages lead to. */
  isNested?: boolean
}

/** A hand-made page of a product at `/console/<account>/<product>/<path>`. */
export type ProductPage = {
  path: string
  title: FirstTextKey
  icon: LucideIcon
  /** Scope without which the navigation leaves it out. */
  scope: string
  /** Whether it is about the whole server: only the live account of its operator has it. */
  isOfServer?: boolean
  /** Whether the navigation leaves it out: other pages lead to it. */
  isNested?: boolean
  /** Noun that it follows in the navigation; a page without one stands first. */
  after?: string
  load(): Promise<{ Page: ComponentType }>
}

/** A hand-made part of the home page. */
export type HomePart = { scope: string; load(): Promise<{ HomePart: ComponentType }> }

/**
 * A part that stays in the corner while pages change, such as running uploads. `openDock(id)` of docks.ts shows it, and
 * it is there again after a reload until `closeDock(id)`.
 */
export type Dock = { id: string; scope: string; load(): Promise<{ Dock: ComponentType }> }

/** Additions of a product to the console. `nouns`: by name without the product, in the order of the navigation. */
export type ProductDescriptor = {
  name: string
  icon: LucideIcon
  nouns: Readonly<Record<string, NounDescriptor>>
  pages?: readonly ProductPage[]
  home?: readonly HomePart[]
  /** Facts that the newest of the home page leave out: they are many, and say little one by one. */
  quietFacts?: readonly string[]
  docks?: readonly Dock[]
}
