import { Suspense } from 'react'
import type { Dock } from '#console/parts/descriptor.ts'
import { useOpenDocks } from '#console/parts/docks.ts'
import { loadedPart } from '#console/parts/loadedPart.ts'
import { descriptors } from '#console/products/descriptors.ts'
import { useScope } from './session.tsx'

const docks = descriptors.flatMap((product) => product.docks ?? [])

/** The open docks of all products, over the corner of every page. */
export function Docks() {
  const open = useOpenDocks()
  const hasScope = useScope()
  return docks
    .filter(({ id, scope }) => open.includes(id) && hasScope(scope))
    .map((dock) => <LoadedDock key={dock.id} dock={dock} />)
}

function LoadedDock({ dock }: { dock: Dock }) {
  const Loaded = loadedPart(dock.load, 'Dock')
  return (
    <Suspense>
      <Loaded />
    </Suspense>
  )
}
