import type { z } from 'zod'
import { Failure } from '#src/contract/failure.ts'
import { SENTENCE } from './sentences.ts'

type FieldError = { field: string; message: string }

/** A field's name is the caller's own text where the field is unknown: keep it short. */
const LONGEST_FIELD = 60
const MOST_ERRORS = 20

/** Input that does not fit its schema: one entry per fault, and the first one's sentence for people. (product 5) */
export class InvalidInput extends Failure {
  readonly errors: FieldError[]

  constructor(issues: readonly z.core.$ZodIssue[]) {
    const errors = issues.flatMap(toFieldErrors).slice(0, MOST_ERRORS)
    const first = errors[0]
    super('invalid', first?.message ?? SENTENCE.malformed, first && { field: first.field })
    this.name = 'InvalidInput'
    this.errors = errors
  }
}

/** Says in our words what a schema left to zod; a schema's own sentence goes first. Give it to `safeParse`. */
export const wording: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'unrecognized_keys') return 'This field is not known'
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'This field is required'
  if (issue.code === 'too_big') return 'This value is too long or too large'
  if (issue.code === 'too_small') return 'This value is too short or too small'
  return 'This value is not valid'
}

function toFieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
  return paths.map((path) => ({ field: path.map(String).join('.').slice(0, LONGEST_FIELD), message: issue.message }))
}
