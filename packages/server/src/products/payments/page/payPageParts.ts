import type { Parts } from '#kit/nouns/product.ts'
import { embedOperations } from './linkEmbed.ts'
import { previewOperation } from './linkPreview.ts'
import { payPages } from './payPage.ts'
import { receiptPages } from './receiptPage.ts'
import { returnPages } from './returnPage.ts'

/** Pages of payers, and the code that leads to them. */
export const payPagePart: Parts = {
  operations: [...embedOperations, previewOperation],
  pages: [...payPages, ...returnPages, ...receiptPages],
}
