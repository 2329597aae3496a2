import { lazy, Suspense, type ComponentType } from 'react'
import type { Dock } from '#console/parts/descriptor.ts'
import { useOpenDocks } from '#console/parts/docks.ts'
import { descriptors } from '#console/products/descriptors.ts'
import { useScope } from './session.tsx'

const docks = descriptors.flatMap((product) => product.docks ?? [])
const loaded = new Map<Dock, ComponentType>()

/** The open docks of all products, over the corner of every page. */
export function Docks() {
  const open = useOpenDocks()
  const hasScope = useScope()
  return docks
    .filter(({ id, scope }) => open.includes(id) && hasScope(scope))
    .map((dock) => <LoadedDock key={dock.id} dock={dock} />)
}

function LoadedDock({ dock }: { dock: Dock }) {
  const Loaded = loaded.get(dock) ?? lazy(() => dock.load().then((module) => ({ default: module.Dock })))
  loaded.set(dock, Loaded)
  return (
    <Suspense>
      <Loaded />
    </Suspense>
  )
}
