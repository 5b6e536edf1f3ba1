/**
 * The answer to a change of public content. `revision` is the revision that a build must reach to show it; null when no page shows
 * anything new. (architecture 6)
 */
export type Changed<Item> = { item: Item; revision: number | null }

/** Every save contains the version of the row that it was made from. (architecture 10) */
export type Versioned = { version: number }

/** Someone else has saved since. The editor then sees both versions and chooses. */
export const STALE = 'Someone else has changed this in the meantime.'

/** True if the save was refused because another save came first. */
export function isStale({ status, detail }: { status: number; detail: string }): boolean {
  return status === 409 && detail === STALE
}

/** The button that leaves the merge dialog. */
export const MERGE_BACK = 'Back to form'

/** The button that takes the merged version into the form. */
export const MERGE_DONE = 'Use merged version'

/** Introduces the fields that only the other person changed. */
export const MERGE_TAKEN = 'Their other changes'

/** The dialog that merges two versions of one entry. */
export const MERGE_TITLE = 'Someone else saved changes'

/** The merge of two edits of one row: every field, and those that both changed, each to something else. */
type Merged<Fields> = {
  /** Fields that one side changed have its value; those in `conflicts` have mine until the editor chooses. */
  merged: Fields
  /** Changed by both, to different values. */
  conflicts: (keyof Fields)[]
  /** Changed only by the other person: taken over. */
  taken: (keyof Fields)[]
}

/**
 * Merges two edits that were made from the same `base`, field by field. Fields that only one side changed, or
 * both changed to the same value, are kept; all others are listed, so nothing is lost. (architecture 10)
 */
export function mergeFields<Fields extends object>(base: Fields, mine: Fields, theirs: Fields): Merged<Fields> {
  const merged = { ...mine }
  const conflicts: (keyof Fields)[] = []
  const taken: (keyof Fields)[] = []
  for (const field of Object.keys(mine) as (keyof Fields)[]) {
    if (isSame(theirs[field], base[field]) || isSame(theirs[field], mine[field])) continue
    if (isSame(mine[field], base[field])) {
      merged[field] = theirs[field]
      taken.push(field)
    } else conflicts.push(field)
  }
  return { merged, conflicts, taken }
}

/** Plain JSON values that say the same. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const names = Object.keys(a)
  return (
    Array.isArray(a) === Array.isArray(b) &&
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSame(Reflect.get(a, name), Reflect.get(b, name)))
  )
}
