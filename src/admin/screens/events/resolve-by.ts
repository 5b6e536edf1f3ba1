import type { FieldError, FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/** Checks what a form holds by the API's own schema, after it was put into the schema's shape. */
export function resolveBy<Values extends FieldValues, S extends z.ZodType<FieldValues>>(
  schema: S,
  toInput: (values: Values) => unknown,
): Resolver<Values, unknown, z.output<S>> {
  return (values, _context, { fields }) => {
    const parsed = schema.safeParse(toInput(values))
    if (parsed.success) return { values: parsed.data, errors: {} }
    const errors: Record<string, FieldError> = {}
    for (const { path, message, code } of parsed.error.issues) {
      const name = path.map(String).join('.')
      const ref = Object.entries(fields).find(([field]) => field === name)?.[1]?.ref
      errors[name] ??= { type: code, message, ...(ref && { ref }) }
    }
    return { values: {}, errors: errors as FieldErrors<Values> }
  }
}
