import type { Operation } from '#kit/nouns/operation.ts'
import type { Json } from '#test/world/world.ts'
import type { Scene, Stage } from './stage.ts'

/** Makes a value once per operation of a stage, for all rules of the operation. */
export function oncePerOperation<T>(
  make: (stage: Stage, of: Operation) => Promise<T>,
): (stage: Stage, of: Operation) => Promise<T> {
  const stages = new WeakMap<Stage, Map<Operation, Promise<T>>>()
  return (stage, of) => {
    const made = stages.get(stage) ?? new Map<Operation, Promise<T>>()
    stages.set(stage, made)
    const value = made.get(of) ?? make(stage, of)
    made.set(of, value)
    return value
  }
}

/** An account with the example of an operation, and records for the ids in it. */
export type ExampleScene = { scene: Scene; example: Json }

/** The account of an operation for requests that are refused: they leave it as it was, so rules share it. */
export const refusedScene = oncePerOperation(async (stage, of) => {
  const scene = await stage.scene()
  await scene.caller(of)
  return scene
})

/** The refused account with the example of the operation, for reads and for refusals of all but one field. */
export const refusedExample = oncePerOperation(async (stage, of): Promise<ExampleScene> => {
  const scene = await refusedScene(stage, of)
  return { scene, example: await scene.example(of) }
})
