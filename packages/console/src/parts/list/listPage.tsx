import '#console/parts/screenStyles.ts'
import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { productDescriptor } from '#console/products/descriptors.ts'
import type { ProductPage } from '#console/parts/descriptor.ts'
import { loadedPart } from '#console/parts/loadedPart.ts'
import { NounList } from './nounList.tsx'

/** A hand-made page of a product where its descriptor has one at this address, else the list of the noun. */
export function ListPage() {
  const { product = '', noun = '' } = useParams({ strict: false })
  const page = productDescriptor(product)?.pages?.find(({ path }) => path === noun)
  return page === undefined ? <NounList key={`${product}.${noun}`} /> : <HandMade page={page} />
}

function HandMade({ page }: { page: ProductPage }) {
  const Page = loadedPart(page.load, 'Page')
  return (
    <Suspense>
      <Page />
    </Suspense>
  )
}
