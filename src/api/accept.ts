import type { MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import { readJson } from './body.ts'
import type { ApiEnv } from './context.ts'
import { InvalidInput, wording } from './invalid-input.ts'

type Validated<Target extends 'json' | 'query', S extends z.ZodType> = MiddlewareHandler<
  ApiEnv,
  string,
  { in: Record<Target, z.input<S>>; out: Record<Target, z.output<S>> }
>

/** Takes a JSON body that fits the schema; the handler reads it with `c.req.valid('json')`. Throws `InvalidInput`. */
export function accept<S extends z.ZodType<object>>(schema: S): Validated<'json', S> {
  return async (c, next) => {
    c.req.addValidatedData('json', check(schema, await readJson(c.req.raw)))
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
