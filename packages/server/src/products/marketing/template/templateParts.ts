import { followLayout } from './layoutFollow.ts'
import { template } from './template.ts'
import { getTemplate, listTemplates, listVersions, previewTemplate } from './templateRead.ts'
import { listStarters } from './templateStarterList.ts'
import { sendTemplateTest, testTemplate } from './templateTest.ts'
import { createTemplate, deleteTemplate, updateTemplate } from './templateWrite.ts'

/** Resource of templates. */
export const resources = [template]
/** Operations of templates. */
export const operations = [
  listTemplates,
  createTemplate,
  deleteTemplate,
  getTemplate,
  updateTemplate,
  previewTemplate,
  listVersions,
  listStarters,
  testTemplate,
]
/** Tasks: templates are compiled after a change of their layout, and tests are sent. */
export const tasks = [followLayout, sendTemplateTest]
