import { isDeepStrictEqual } from 'node:util'
import { Failure } from '#src/contract/failure.ts'
import { STALE } from '#src/contract/versioned.ts'

/** Throws `conflict` unless the row still has the version that the change was made from. (architecture 10) */
export function requireVersion(row: { version: number }, version: number): void {
  if (row.version !== version) throw new Failure('conflict', STALE)
}

/** Throws `conflict` for a creation whose id is already stored with other fields, so that nothing looks saved that is not. */
export function requireSame<Fields extends object>(row: Fields, fields: Partial<Fields>): void {
  if (differs(row, fields)) throw new Failure('conflict', STALE)
}

/** True if any of these fields of the row would change. */
export function differs<Fields extends object>(row: Fields, fields: Partial<Fields>): boolean {
  const names = Object.keys(fields).filter((name): name is Extract<keyof Fields, string> => name in row)
  return names.some((name) => !isDeepStrictEqual(row[name], fields[name]))
}
