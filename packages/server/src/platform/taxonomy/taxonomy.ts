import type { Fact, Subject } from '#kit/nouns/fact.ts'
import {
  defaulted,
  flag,
  hexColor,
  idOf,
  matching,
  nameLine,
  optional,
  prose,
  refTo,
  required,
  imageUrl,
  whole,
} from '#kit/values/fields.ts'
import { foldName, searchText } from '#kit/values/foldedText.ts'
import { reason, type Reason } from '#kit/call/problem.ts'
import { resource, type Computed, type Resource, type Stored } from '#kit/nouns/resource.ts'
import { categoryNumbers, subCategoryNumbers } from './numbers.ts'

/** A table whose rows carry `category_id` and `sub_category_id`. */
export type TaxonomyLink = {
  table: string
  /** Name of their number in a category, such as `channelCount`. */
  countName: string
  countText: string
  /** Condition of public rows; `l` is the row. */
  publicSql: string
  /** Whether the row also keeps the names: `category`, `sub_category`, and both `…_folded`. */
  hasText: boolean
}

/** A further number in a category, of the linked rows that meet a condition. */
export type TaxonomySum = Omit<TaxonomyLink, 'hasText'> & {
  /** Condition of counted rows; `l` is the row. */
  sql: string
}

/** The names and bounds of one product's taxonomy. */
export type TaxonomyNames = {
  product: string
  /** Members of a category, in the plural: "channels and videos". */
  subject: string
  nameLengthMax: number
  categoryCountMax: number
  subCategoryCountMax: number
  duplicate: Reason
  category: NounNames
  subCategory: NounNames
  links: readonly TaxonomyLink[]
  sums: readonly TaxonomySum[]
}
export type NounNames = { id: string; table: string; prefix: string; facts: NounFacts }
export type NounFacts = { created: Fact<Subject>; updated: Fact<Subject>; deleted: Fact<Subject> }

/** The categories of a product with their sub-categories: two levels, owned by the account. */
export type Taxonomy = { names: TaxonomyNames; category: CategoryResource; subCategory: SubCategoryResource }
export type CategoryResource = ReturnType<typeof categoryResource>
export type SubCategoryResource = ReturnType<typeof subCategoryResource>
export type Category = Stored<CategoryResource>
export type SubCategory = Stored<SubCategoryResource>

/** Builds both resources of a product's taxonomy. */
export function taxonomy(names: TaxonomyNames): Taxonomy {
  return { names, category: categoryResource(names), subCategory: subCategoryResource(names) }
}

/** The reason for a slug of another category. */
export const slugTaken = reason('conflict', 'slug_taken', 'Another one has this slug.')

/** The reason for the removal of a label with members, without a target for them. */
export const inUse = reason('conflict', 'in_use', 'It is in use. Name where its members shall move.')

/** Longest slug, in characters. */
export const slugLengthMax = 60

const states = { active: ['inactive'], inactive: ['active'] }

function categoryResource(names: TaxonomyNames) {
  const { category } = names
  return resource({
    ...category,
    title: titleOf(names.product, 'category'),
    description: `Categories of ${names.subject}: the upper of two levels, owned by the account`,
    idKey: 'categoryId',
    states,
    initial: 'active',
    countMax: names.categoryCountMax,
    fields: labelFields(names),
    derived,
    computed: categoryNumbers(names) satisfies Computed,
    constraints: constraintsOf(category.table, names),
    publicWhen,
    publicFields: publicLabelFields,
  })
}

function subCategoryResource(names: TaxonomyNames) {
  const { category, subCategory } = names
  return resource({
    ...subCategory,
    title: titleOf(names.product, 'sub-category'),
    description: `Sub-categories of ${names.subject}: the lower of two levels, inside a category`,
    idKey: 'subCategoryId',
    states,
    initial: 'active',
    countMax: Number.POSITIVE_INFINITY,
    fields: {
      ...labelFields(names),
      categoryId: required(idOf(category.prefix, { description: 'Category of the sub-category.' }), {
        storage: refTo(category.id, category.prefix),
      }),
    },
    derived,
    computed: subCategoryNumbers(names) satisfies Computed,
    constraints: constraintsOf(subCategory.table, names),
    publicWhen,
    publicFields: [...publicLabelFields, 'categoryId'],
  })
}

function labelFields(names: TaxonomyNames) {
  return {
    name: required(
      nameLine(names.nameLengthMax, { description: 'Unique among its siblings, case and accents aside.' }),
    ),
    slug: defaulted(
      matching('^[a-z0-9]+(-[a-z0-9]+)*$', slugLengthMax, {
        message: 'must be small letters and digits with single - between them, such as late-show',
        description: 'Name in addresses, unique among its siblings; derived from the name when left out.',
      }),
      '',
    ),
    description: optional(prose(500, { description: 'Content of the category.' })),
    iconUrl: optional(imageUrl({ description: 'Address of a small image.' })),
    color: optional(hexColor({ description: 'Colour of its badge, `#rrggbb`.' })),
    position: defaulted(
      whole(0, 1_000_000, { description: 'Position in the list, from 0; the end when left out.' }),
      0,
    ),
    isActive: defaulted(
      flag({ description: 'False hides it from pickers and discovery; its members stay linked.' }),
      true,
    ),
  }
}

const publicLabelFields = ['name', 'slug', 'description', 'iconUrl', 'color', 'position', 'isActive'] as const

type Label = { name: string; description: string | null }

const derived = {
  nameFolded: { sqlType: 'text', of: (record: Label) => foldName(record.name) },
  searchText: { sqlType: 'text', of: (record: Label) => searchText(record.name, record.description) },
}

const publicWhen = {
  sql: "t.status = 'active'",
  holds: (record: { status: string }) => record.status === 'active',
}

function constraintsOf(table: string, names: TaxonomyNames): Resource['constraints'] {
  return {
    [`${table}_name_key`]: { reason: names.duplicate, field: 'name' },
    [`${table}_slug_key`]: { reason: slugTaken, field: 'slug' },
  }
}

function titleOf(product: string, noun: string): string {
  return `${product.charAt(0).toUpperCase()}${product.slice(1)} ${noun}`
}
