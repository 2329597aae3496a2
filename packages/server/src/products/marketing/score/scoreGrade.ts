import type { ScoreModel } from './scoreModel.ts'

/** Grades of fit, the best first. */
export const grades = ['A', 'B', 'C', 'D'] as const

/** Grade of a fit. */
export type Grade = (typeof grades)[number]

/**
 * Grade of a fit: its share of the best fit that the rules of the model give, A from three quarters on, D below one.
 * Without rules of fit, the highest threshold is the best.
 */
export function gradeOf(
  { rules, thresholds, bounds }: Pick<ScoreModel, 'rules' | 'thresholds' | 'bounds'>,
  fit: number,
) {
  const given = rules.filter(({ score, points }) => score === 'fit' && points > 0)
  const sum = given.reduce((best, { points, cap }) => best + Math.max(points, cap?.max ?? 0), 0)
  const best = Math.min(sum > 0 ? sum : (thresholds.at(-1)?.min ?? bounds.max), bounds.max)
  const share = best <= 0 ? 1 : fit / best
  const grade: Grade = share >= 0.75 ? 'A' : share >= 0.5 ? 'B' : share >= 0.25 ? 'C' : 'D'
  return grade
}
