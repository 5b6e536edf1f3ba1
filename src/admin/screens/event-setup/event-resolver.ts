import type { FieldError, FieldErrors, Resolver } from 'react-hook-form'
import { type EventInput, eventInput } from '#src/contract/event.ts'
import { type EventValues, toDraft } from './event-values.ts'

/** Checks the form by the API's own schema; each field says its first fault. (product 5) */
export function eventResolver(registrationOrigin: string): Resolver<EventValues, unknown, EventInput> {
  const schema = eventInput(registrationOrigin)
  return (values, _context, { fields }) => {
    const parsed = schema.safeParse(toDraft(values))
    if (parsed.success) return { values: parsed.data, errors: {} }
    const errors: Record<string, FieldError> = {}
    for (const { path, message, code } of parsed.error.issues) {
      const name = String(path[0]) as keyof EventValues
      const ref = fields[name]?.ref
      errors[name] ??= { type: code, message, ...(ref && { ref }) }
    }
    return { values: {}, errors: errors as FieldErrors<EventValues> }
  }
}
