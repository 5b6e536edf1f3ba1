import type { FieldError, FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/** Checks the values of a form by the API's own schema, in that schema's shape. Each field shows its first error. (product 5) */
export function resolveBy<Values extends FieldValues, S extends z.ZodType<FieldValues>>(
  schema: S,
  toInput: (values: Values) => unknown,
): Resolver<Values, unknown, z.output<S>> {
  return (values, _context, { fields }) => {
    const parsed = schema.safeParse(toInput(values))
    if (parsed.success) return { values: parsed.data, errors: {} }
    const errors: Record<string, FieldError> = {}
    for (const { path, message, code } of parsed.error.issues) {
      // An entry of a list belongs to the field of the list.
      const name = String(path[0])
      const ref = Object.entries(fields).find(([field]) => field === name)?.[1]?.ref
      errors[name] ??= { type: code, message, ...(ref && { ref }) }
    }
    return { values: {}, errors: errors as FieldErrors<Values> }
  }
}
