import {
  createSubCategory,
  getSubCategory,
  listSubCategories,
  removeSubCategory,
  updateSubCategory,
} from '#platform/taxonomy/subCategoryOperations.ts'
import { labels } from './category.ts'

export const operations = [
  listSubCategories(labels, 'GET /api/video/subcategory/all', 'SubCategory - Get All'),
  createSubCategory(labels, 'POST /api/video/subcategory/create', 'SubCategory - Create'),
  removeSubCategory(labels, 'POST /api/video/subcategory/delete', 'SubCategory - Delete'),
  getSubCategory(labels, 'GET /api/video/subcategory/get', 'SubCategory - Get By ID'),
  updateSubCategory(labels, 'PUT /api/video/subcategory/update', 'SubCategory - Update'),
]
