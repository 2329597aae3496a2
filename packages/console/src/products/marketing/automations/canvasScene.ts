import { createContext, useContext } from 'react'
import type { NodePlace, WayStart } from './canvasGraph.ts'

/** Id of the trigger on the canvas: no node of the definition begins with a sign. */
export const triggerId = '$trigger'

/** Numbers of a node. */
export type NodeNumbers = { in: number; waiting: number; failed: number }

/** Marks of a node: messages of the server, advice, and its place on the way of a stepped contact. */
export type NodeMarks = {
  numbers: NodeNumbers | undefined
  errors: readonly string[]
  warnings: readonly string[]
  /** Numbers of the steps that a contact took here, from 1; empty without a stepped contact. */
  steps: readonly number[]
  isEntry: boolean
  /** Difference from the other version, where two stand side by side. */
  change?: 'added' | 'removed' | 'changed'
}

/** Commands that nodes and ways offer. */
export type CanvasScene = {
  canWrite: boolean
  addAt(place: WayStart | Extract<NodePlace, 'entry'>): void
}

/** Scene of the canvas around a node. */
export const SceneContext = createContext<CanvasScene>({ canWrite: false, addAt: () => undefined })

/** The scene of the canvas around a node. */
export function useScene(): CanvasScene {
  return useContext(SceneContext)
}
