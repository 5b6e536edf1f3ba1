import { z } from 'zod'

const instant = z.iso.datetime().optional().catch(undefined)
const text = z.string().min(1).max(200).optional().catch(undefined)

/** The filters as they stand in the address; `entry` is the one that is open. */
export const auditPlace = z
  .object({
    actor: text,
    action: text,
    subjectType: text,
    subjectId: text,
    from: instant,
    until: instant,
    entry: z.string().regex(/^\d+$/).optional().catch(undefined),
  })
  .transform(({ subjectId, ...rest }) => ({ ...rest, subjectId: rest.subjectType && subjectId }))

export type AuditPlace = z.output<typeof auditPlace>
export type AuditSearch = Omit<AuditPlace, 'entry'>

/** What of a place is asked of the server: only what is set. */
export function askedOf({ entry: _entry, ...search }: AuditPlace): { [Name in keyof AuditSearch]?: string } {
  return Object.fromEntries(Object.entries(search).filter((each): each is [string, string] => each[1] !== undefined))
}

/** The file with the entries these filters leave. */
export function fileOf(search: Record<string, string>): string {
  const query = new URLSearchParams(search)
  return query.size > 0 ? `/api/admin/audit-log/export.csv?${query}` : '/api/admin/audit-log/export.csv'
}
