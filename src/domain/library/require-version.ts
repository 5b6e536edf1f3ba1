import { STALE } from '#src/contract/changed.ts'
import { Failure } from '#src/contract/failure.ts'

/** Throws `conflict` for a change that was made from another state of the row than the present one. (architecture 10) */
export function requireVersion(row: { version: number }, version: number): void {
  if (row.version !== version) throw new Failure('conflict', STALE)
}

/** Throws `conflict` for a creation whose id is there already with other fields: nobody is told that theirs are stored. */
export function requireSame<Fields extends object>(row: Fields, fields: Partial<Fields>): void {
  if (differs(row, fields)) throw new Failure('conflict', STALE)
}

/** True if any of these fields of the row would change. */
export function differs<Fields extends object>(row: Fields, fields: Partial<Fields>): boolean {
  const names = Object.keys(fields).filter((name): name is Extract<keyof Fields, string> => name in row)
  return names.some((name) => row[name] !== fields[name])
}
