import { lazy, type ComponentType } from 'react'
import { withScreenTexts } from '#console/texts/texts.ts'

const parts = new WeakMap<object, unknown>()

/**
 * The component `name` of a module that a descriptor loads; it suspends until code and texts are there. The same
 * `load` has the same component at every render.
 */
export function loadedPart<Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): ComponentType<Props> {
  const known = parts.get(load) ?? lazy(() => withScreenTexts(load).then((module) => ({ default: module[name] })))
  parts.set(load, known)
  // cast: the map holds the lazy component of this very loader.
  return known as ComponentType<Props>
}
