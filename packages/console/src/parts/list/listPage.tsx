import '#console/parts/screenStyles.ts'
import { Anchor, Button, Group, Stack, Table, Title } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useAccount } from '#console/app/session.tsx'
import { productDescriptor } from '#console/products/descriptors.ts'
import { findOperation, partsOf, useDescription } from '#console/parts/description.ts'
import type { ProductPage } from '#console/parts/descriptor.ts'
import { usePageNoun } from '#console/parts/pageNoun.ts'
import { useRead, type ApiPage } from '#console/parts/recordQueries.ts'

/** A hand-made page of a product where its descriptor has one at this address, else the list of the noun. */
export function ListPage() {
  const { product = '', noun = '' } = useParams({ strict: false })
  const page = productDescriptor(product)?.pages?.find(({ path }) => path === noun)
  return page === undefined ? <NounList /> : <HandMade page={page} />
}

const loaded = new Map<ProductPage, ReturnType<typeof lazy>>()

function HandMade({ page }: { page: ProductPage }) {
  const Page = loaded.get(page) ?? lazy(() => page.load().then((module) => ({ default: module.Page })))
  loaded.set(page, Page)
  return (
    <Suspense>
      <Page />
    </Suspense>
  )
}

function NounList() {
  const noun = usePageNoun()
  const { id: accountId } = useAccount()
  const description = useDescription()
  const { data } = useRead<ApiPage>(`${noun.id}.all`, {})
  const { product, noun: name } = partsOf(noun.id)
  const base = `/${accountId}/${product}/${name}`
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={1}>{noun.title}</Title>
        {findOperation(description, `${noun.id}.create`) === undefined ? null : (
          <Button component={Link} to={`${base}/new`}>
            +
          </Button>
        )}
      </Group>
      <Table>
        <Table.Tbody>
          {data?.items.map((record) => (
            <Table.Tr key={record.id}>
              <Table.Td>
                <Anchor component={Link} to={`${base}/${record.id}`}>
                  {String(record['title'] ?? record['name'] ?? record.id)}
                </Anchor>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  )
}
