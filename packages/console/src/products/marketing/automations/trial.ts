import type { OutputOf } from '#console/app/client.ts'

/** Numbers of a simulation over the last days. */
export type Simulated = OutputOf<'marketing.automation.simulate'>
/** The way of one contact on a clock of the person. */
export type Stepped = OutputOf<'marketing.automation.step'>

/** A result that the canvas shows in place of the numbers of real runs: one of both, or none. */
export type Trial = { simulated?: Simulated; stepped?: Stepped }

/** No trial: the canvas shows real numbers. */
export const noTrial: Trial = {}
