import { and, desc, eq, getTableColumns, lt, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { vendorContacts } from '#db/schema/partners.ts'
import { auditLog } from '#db/schema/site.ts'
import { type Page, type PageQuery, toPage } from '#src/contract/page.ts'
import { PROPOSAL_FIELD_NAMES } from '#src/contract/proposal-fields.ts'
import type { ContactActivity } from '#src/contract/vendor-proposal.ts'

const { id, actor } = auditLog

/** What contacts of vendors did, the latest first. */
export async function listContactActivity(db: Db, ask: PageQuery<[number]>): Promise<Page<ContactActivity>> {
  const rows = await pageOfActivity(db, ask)
  return toPage(rows, { limit: ask.limit, toItem: toActivity, getPlace: (row) => [row.id] })
}

/** The query of `listContactActivity`, for one row more than is shown. The condition is that of its index. */
function pageOfActivity(db: Db, { limit, after }: PageQuery<[number]>) {
  const { at, action, subjectType, subjectId, after: written } = getTableColumns(auditLog)
  return db
    .select({
      ...{ id, at, action, subjectType, subjectId, written },
      name: vendorContacts.name,
      vendorName: vendorLibrary.vendorName,
    })
    .from(auditLog)
    .leftJoin(vendorContacts, sql`${vendorContacts.id} = substr(${actor}, 9)::uuid`)
    .leftJoin(vendorLibrary, eq(vendorLibrary.id, vendorContacts.vendorId))
    .where(and(sql`${actor} like 'contact:%'`, after && lt(id, after[0])))
    .orderBy(desc(id))
    .limit(limit + 1)
}

type Row = Awaited<ReturnType<typeof pageOfActivity>>[number]

function toActivity({ written, at, ...row }: Row): ContactActivity {
  return { ...row, at: at.getTime(), fields: row.subjectType === 'vendor_proposal' ? namedIn(written) : [] }
}

function namedIn(written: unknown): ContactActivity['fields'] {
  if (typeof written !== 'object' || written === null || !('fields' in written)) return []
  const { fields } = written
  return typeof fields === 'object' && fields !== null
    ? PROPOSAL_FIELD_NAMES.filter((field) => Object.hasOwn(fields, field))
    : []
}
