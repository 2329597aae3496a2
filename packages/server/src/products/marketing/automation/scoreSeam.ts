import type { Ctx } from '#kit/call/context.ts'

/** Points of a step. `key`: a repeat adds nothing. */
export type Points = { contactId: string; score: 'fit' | 'engagement'; points: number; reason: string; key: string }

/** Adds points to a score of a contact. */
export async function addPoints(_ctx: Ctx, _points: Points): Promise<void> {}
