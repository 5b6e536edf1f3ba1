import { useState } from 'react'
import type { ReportRecord } from '#src/contract/report-admin.ts'
import { ActionButton } from '../../blocks/ActionButton.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { DetailCard } from '../../blocks/DetailCard.tsx'
import { later } from '../../blocks/later.tsx'
import { momentOf } from '../../blocks/moment.ts'
import { links } from '../../links.ts'
import { WISH_NAMES } from './report-words.ts'

const PromoteDialog = later(async () => (await import('./PromoteDialog.tsx')).PromoteDialog)

/** The wish it became, or making one of it. */
export function PromoteCard({ report, isAdmin }: { report: ReportRecord; isAdmin: boolean }) {
  const [isPromoting, setPromoting] = useState(false)
  const { wish, promotedAt, mergedIntoId } = report
  if (wish) {
    return (
      <DetailCard title="Wish">
        <p>
          On the wishlist{promotedAt !== null && ` since ${momentOf(promotedAt)}`}:{' '}
          {isAdmin ? (
            <AdminLink href={links.wishlist({ wish: wish.id })} className="font-semibold underline underline-offset-4">
              {wish.title}
            </AdminLink>
          ) : (
            <b>{wish.title}</b>
          )}
          , {WISH_NAMES[wish.status]}.
        </p>
      </DetailCard>
    )
  }
  return (
    <DetailCard title="Wish">
      <p>Want to do this? Promoting resolves the report and adds a wish to the wishlist.</p>
      <ActionButton
        variant="default"
        refusal={mergedIntoId === null ? null : 'Promote the report it was merged into.'}
        onClick={() => setPromoting(true)}
      >
        Promote to wishlist
      </ActionButton>
      {isPromoting && <PromoteDialog report={report} onClose={() => setPromoting(false)} />}
    </DetailCard>
  )
}
