import { useState } from 'react'
import { EDIT_REPORT, type ReportRecord } from '#src/contract/report-admin.ts'
import { ActionButton } from '../../blocks/ActionButton.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { DetailCard, FactList } from '../../blocks/DetailCard.tsx'
import { later } from '../../blocks/later.tsx'
import { momentOf } from '../../blocks/moment.ts'
import { links } from '../../links.ts'
import { TYPE_NAMES } from './report-words.ts'

const ReportForm = later(async () => (await import('./ReportForm.tsx')).ReportForm)

/** What the reporter wrote, who they are, and what their browser added. */
export function ContentCard({ report }: { report: ReportRecord }) {
  const [isEditing, setEditing] = useState(false)
  if (isEditing) {
    return (
      <DetailCard title={EDIT_REPORT}>
        <div className="w-full">
          <ReportForm report={report} onClose={() => setEditing(false)} />
        </div>
      </DetailCard>
    )
  }
  const { reportType, title, description, reporter, reporterEmail, createdAt, verifiedAt, context } = report
  return (
    <DetailCard title={TYPE_NAMES[reportType]}>
      <p className="font-semibold text-[1.25rem] leading-tight">{title}</p>
      <p className="whitespace-pre-wrap">{description}</p>
      <FactList
        facts={[
          ...(reporter
            ? ([
                [
                  'Account',
                  <AdminLink key="user" href={links.user(reporter.id)} className="underline underline-offset-4">
                    {reporter.fullName ?? reporter.username}
                  </AdminLink>,
                ],
              ] as const)
            : []),
          ['Email', reporterEmail],
          ['Verified', verifiedAt === null ? 'Not yet' : momentOf(verifiedAt)],
          ['Sent', momentOf(createdAt)],
          ...(context
            ? ([
                ['Page', <code key="page">{context.page}</code>],
                ['Window size', context.viewport],
                ['Release', context.release],
              ] as const)
            : []),
        ]}
      />
      <ActionButton onClick={() => setEditing(true)}>Edit</ActionButton>
    </DetailCard>
  )
}
