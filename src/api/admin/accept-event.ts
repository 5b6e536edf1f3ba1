import type { MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import { accept } from '../accept.ts'
import type { ApiEnv } from '../context.ts'

type OfOrigin<S extends z.ZodType<object>> = (registrationOrigin: string) => S
type Validated<S extends z.ZodType> = MiddlewareHandler<
  ApiEnv,
  string,
  { in: { json: z.input<S> }; out: { json: z.output<S> } }
>

/** `accept` for a schema that must know where registration addresses stand. It is made once for each. (product 5) */
export function acceptFor<S extends z.ZodType<object>>(schemaOf: OfOrigin<S>): Validated<S> {
  const made = new Map<string, Validated<S>>()
  return (c, next) => {
    const { registrationOrigin } = c.var
    const handler = made.get(registrationOrigin) ?? accept(schemaOf(registrationOrigin))
    made.set(registrationOrigin, handler)
    return handler(c, next)
  }
}
