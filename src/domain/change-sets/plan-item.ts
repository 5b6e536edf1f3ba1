import type { ChangedField } from '#src/contract/change-set.ts'
import type { SubjectType } from '#src/contract/change-subject.ts'
import { subjectFieldName } from '#src/contract/change-subject-fields.ts'
import { isSame, mergeFields } from '#src/contract/versioned.ts'
import type { Fields } from './subject.ts'

/** What publishing one item would write. */
export type ItemPlan = {
  /** The stored fields with the changes of the set. Fields in conflict have the set's value. */
  merged: Fields
  /** Fields that the set and somebody else have changed, each to something else. */
  conflicts: string[]
  /** Fields that only somebody else has changed. */
  taken: string[]
  /** Whether publishing changes anything. */
  isChange: boolean
}

type Item = { before: Fields; after: Fields }

/**
 * Merges a set's change of one subject with what is stored now, field by field. A field that the item does not know, because it
 * is newer than the item, stays as it is stored.
 */
export function planItem({ before, after }: Item, live: Fields): ItemPlan {
  const known = Object.keys(after).filter((field) => field in live)
  const pick = (fields: Fields) => Object.fromEntries(known.map((field) => [field, fields[field]]))
  const { merged, conflicts, taken } = mergeFields(pick(before), pick(after), pick(live))
  const next = { ...live, ...merged }
  const named = (fields: (string | number)[]) => fields.map(String)
  return { merged: next, conflicts: named(conflicts), taken: named(taken), isChange: !isSame(next, live) }
}

/** The fields that an item changes, with what is stored now where it is something else. */
export function listChanges(type: SubjectType, { before, after }: Item, live: Fields | null): ChangedField[] {
  const conflicts = live ? planItem({ before, after }, live).conflicts : []
  return Object.keys(after)
    .filter((field) => !isSame(before[field], after[field]))
    .map((field) => ({
      field,
      name: subjectFieldName(type, field),
      before: before[field],
      after: after[field],
      ...(live && !isSame(live[field], before[field]) && { now: live[field] }),
      isConflict: conflicts.includes(field),
    }))
}
