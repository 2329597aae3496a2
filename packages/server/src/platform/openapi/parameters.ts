import { canonical, object, pascal, pointTo, type Json } from './json.ts'

/** Replaces equal parameters of several operations by references; returns the referenced parameters. */
export function shareParameters(paths: Record<string, Json>): Json {
  const lists = Object.values(paths)
    .flatMap((item) => Object.values(item).map((each) => object(each)['parameters']))
    .filter(Array.isArray)
  const counts = new Map<string, { parameter: Json; count: number }>()
  for (const parameter of lists.flat().map(object)) {
    if (parameter['$ref'] !== undefined) continue
    const key = canonical(parameter)
    counts.set(key, { parameter, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  const shared = nameShared([...counts.entries()].toSorted(([, left], [, right]) => right.count - left.count))
  const names = new Map(shared.map(({ key, name }) => [key, name]))
  for (const list of lists) {
    for (const [index, parameter] of list.entries()) {
      const name = names.get(canonical(parameter))
      if (name !== undefined) list[index] = pointTo('parameters', name)
    }
  }
  return Object.fromEntries(shared.map(({ name, parameter }) => [name, parameter]))
}

/** The most used form of a parameter gets its name; other forms stay where they are. */
function nameShared(counted: [string, { parameter: Json; count: number }][]) {
  const taken = new Set<string>()
  return counted.flatMap(([key, { parameter, count }]) => {
    const name = pascal(String(parameter['name']))
    if (count < 2 || taken.has(name)) return []
    taken.add(name)
    return [{ key, name, parameter }]
  })
}
