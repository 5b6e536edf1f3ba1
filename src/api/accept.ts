import type { MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import { Failure, INVALID_VALUE, UNKNOWN_FIELD } from '#src/contract/failure.ts'
import { readJson } from './body.ts'
import type { ApiEnv } from './context.ts'
import { SENTENCE } from './sentences.ts'

type Validated<Target extends 'json' | 'query', S extends z.ZodType> = MiddlewareHandler<
  ApiEnv,
  string,
  { in: Record<Target, z.input<S>>; out: Record<Target, z.output<S>> }
>

/**
 * Takes a JSON body that fits the schema; the handler reads it with `c.req.valid('json')`. A body of more than 64 KB needs a limit
 * of its own, in bytes. Throws `InvalidInput`.
 */
export function accept<S extends z.ZodType<object>>(schema: S, limit?: number): Validated<'json', S> {
  return async (c, next) => {
    c.req.addValidatedData('json', check(schema, await readJson(c.req.raw, limit)))
    await next()
  }
}

/** Takes a query string that fits the schema, each name once; the handler reads it with `c.req.valid('query')`. */
export function acceptQuery<S extends z.ZodType<object>>(schema: S): Validated<'query', S> {
  return async (c, next) => {
    const given = Object.entries(c.req.queries()).map(([name, values]) => [
      name,
      values.length > 1 ? values : values[0],
    ])
    c.req.addValidatedData('query', check(schema, Object.fromEntries(given)))
    await next()
  }
}

function check<S extends z.ZodType<object>>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { error: wording })
  if (!result.success) throw new InvalidInput(result.error.issues)
  return result.data
}

type FieldError = { field: string; message: string }

/** A field's name is the caller's own text where the field is unknown: keep it short. */
const LONGEST_FIELD = 60
const MOST_ERRORS = 20

/** Input that does not fit its schema: one entry per error, and the first error's sentence for people. (product 5) */
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

/** Our own sentences for errors that the schema has no sentence for. Pass it to `safeParse`. */
const wording: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'unrecognized_keys') return UNKNOWN_FIELD
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'This field is required'
  if (issue.code === 'too_big') return 'This value is too long or too large'
  if (issue.code === 'too_small') return 'This value is too short or too small'
  return INVALID_VALUE
}

function toFieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
  return paths.map((path) => ({ field: path.map(String).join('.').slice(0, LONGEST_FIELD), message: issue.message }))
}

type OfOrigin<S extends z.ZodType<object>> = (registrationOrigin: string) => S
type ValidatedFor<S extends z.ZodType> = MiddlewareHandler<
  ApiEnv,
  string,
  { in: { json: z.input<S> }; out: { json: z.output<S> } }
>

/** `accept` for a schema that needs the origin of registration addresses. The schema is made once for each origin. (product 5) */
export function acceptFor<S extends z.ZodType<object>>(schemaOf: OfOrigin<S>): ValidatedFor<S> {
  const made = new Map<string, ValidatedFor<S>>()
  return (c, next) => {
    const { registrationOrigin } = c.var
    const handler = made.get(registrationOrigin) ?? accept(schemaOf(registrationOrigin))
    made.set(registrationOrigin, handler)
    return handler(c, next)
  }
}
