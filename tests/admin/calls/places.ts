type Path = readonly (string | number)[]
type Place<Value> = { path: Path; value: Value }

/** Every object in a JSON value, the value itself among them. */
export function objectsOf(value: unknown, path: Path = []): Place<Record<string, unknown>>[] {
  if (Array.isArray(value)) return value.flatMap((entry, index) => objectsOf(entry, [...path, index]))
  if (!isObject(value)) return []
  return [{ path, value }, ...Object.entries(value).flatMap(([key, entry]) => objectsOf(entry, [...path, key]))]
}

/** Everything in a JSON value that is neither object nor list. */
export function leavesOf(value: unknown, path: Path = []): Place<unknown>[] {
  if (Array.isArray(value)) return value.flatMap((entry, index) => leavesOf(entry, [...path, index]))
  if (isObject(value)) return Object.entries(value).flatMap(([key, entry]) => leavesOf(entry, [...path, key]))
  return [{ path, value }]
}

/** The value with another one at a place in it. */
export function replaced(value: unknown, [head, ...rest]: Path, by: unknown): unknown {
  if (head === undefined) return by
  if (Array.isArray(value)) return value.map((entry, index) => (index === head ? replaced(entry, rest, by) : entry))
  return isObject(value) ? { ...value, [head]: replaced(value[head], rest, by) } : value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
