import { reason } from '#kit/call/problem.ts'
import {
  createCategory,
  getCategory,
  listCategories,
  removeCategory,
  updateCategory,
} from '#platform/taxonomy/categoryOperations.ts'
import { taxonomy } from '#platform/taxonomy/taxonomy.ts'
import {
  categoryCreated,
  categoryDeleted,
  categoryUpdated,
  subCategoryCreated,
  subCategoryDeleted,
  subCategoryUpdated,
} from './facts.ts'
import { liveSql } from './records/standing.ts'

const duplicateName = reason('conflict', 'duplicate_name', 'Another one has this name, case and accents aside.')

/** Categories and sub-categories of channels and videos; each account defines its own. */
export const labels = taxonomy({
  product: 'livestream',
  subject: 'channels and videos',
  nameLengthMax: 60,
  categoryCountMax: 500,
  subCategoryCountMax: 200,
  duplicate: duplicateName,
  category: {
    id: 'livestream.category',
    table: 'livestream_category',
    prefix: 'cat',
    facts: { created: categoryCreated, updated: categoryUpdated, deleted: categoryDeleted },
  },
  subCategory: {
    id: 'livestream.subCategory',
    table: 'livestream_sub_category',
    prefix: 'sub',
    facts: { created: subCategoryCreated, updated: subCategoryUpdated, deleted: subCategoryDeleted },
  },
  links: [
    {
      table: 'livestream_channel',
      countName: 'channelCount',
      countText: 'Channels linked to it; the public counts public ones.',
      publicSql: "l.status = 'active' and l.visibility = 'public'",
      hasText: false,
    },
    {
      table: 'livestream_static',
      countName: 'staticCount',
      countText: 'Recorded videos linked to it; the public counts published public ones.',
      publicSql: "l.status = 'published' and l.visibility = 'public'",
      hasText: true,
    },
    {
      table: 'livestream_stream',
      countName: 'streamCount',
      countText: 'Streams linked to it; the public counts public ones.',
      publicSql: "l.status <> 'disabled' and l.visibility = 'public' and not l.test",
      hasText: true,
    },
  ],
  sums: [
    {
      table: 'livestream_stream',
      countName: 'liveNowCount',
      countText: 'Streams linked to it that are live now; the public counts public ones.',
      sql: liveSql('l'),
      publicSql: "l.visibility = 'public' and not l.test",
    },
  ],
})

export const operations = [
  listCategories(labels, 'GET /api/video/category/all', 'Category - Get All'),
  createCategory(labels, 'POST /api/video/category/create', 'Category - Create'),
  removeCategory(labels, 'POST /api/video/category/delete', 'Category - Delete'),
  getCategory(labels, 'GET /api/video/category/get', 'Category - Get By ID'),
  updateCategory(labels, 'PUT /api/video/category/update', 'Category - Update'),
]
