import { reason } from '#kit/call/problem.ts'

/** Refusal of a template that cannot be compiled or rendered. */
export const templateError = reason(
  'invalid_request',
  'template_error',
  'The template has mistakes: each field names one, details.problems their lines and columns.',
)
