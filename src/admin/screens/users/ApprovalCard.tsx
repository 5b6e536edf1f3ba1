import { useState } from 'react'
import type { Ranked } from '#src/contract/rank.ts'
import { MAY_POST, type UserRecord } from '#src/contract/user.ts'
import { ActionButton } from '../../blocks/ActionButton.tsx'
import { DetailCard, FactList } from '../../blocks/DetailCard.tsx'
import { later } from '../../blocks/later.tsx'
import { momentOf } from '../../blocks/moment.ts'
import { DecisionReport } from './DecisionReport.tsx'
import { decisionRefusal } from './refusals.ts'
import { useDecide } from './use-decide.ts'

const RejectDialog = later(async () => (await import('./RejectDialog.tsx')).RejectDialog)

const STATES = { pending: 'Waiting for approval', approved: MAY_POST, rejected: 'Rejected: cannot post' }

/** Whether somebody may post, who decided so, and deciding it. */
export function ApprovalCard({ user, reader }: { user: UserRecord; reader: Ranked }) {
  const [isRejecting, setRejecting] = useState(false)
  const { decide, isBusy, left, forget } = useDecide(() => setRejecting(false))
  const { id, username, approval, approvalReason, approvalDecidedAt, approvalDecidedBy } = user
  return (
    <DetailCard title="Approval">
      <DecisionReport left={left} onClose={forget} />
      <FactList
        facts={[
          ['Status', STATES[approval]],
          ...(approvalDecidedAt === null
            ? []
            : ([['Decided', `${momentOf(approvalDecidedAt)}, by ${approvalDecidedBy ?? 'unknown'}`]] as const)),
          ...(approvalReason === null ? [] : ([['Reason', approvalReason]] as const)),
        ]}
      />
      <ActionButton
        variant="default"
        isBusy={isBusy}
        refusal={decisionRefusal(reader, user, 'approved')}
        onClick={() => decide({ ids: [id], from: approval, decision: 'approved' })}
      >
        Approve
      </ActionButton>
      <ActionButton
        isBusy={isBusy}
        refusal={decisionRefusal(reader, user, 'rejected')}
        onClick={() => setRejecting(true)}
      >
        Reject
      </ActionButton>
      {isRejecting && (
        <RejectDialog
          names={[username]}
          isBusy={isBusy}
          onReject={(reason) => decide({ ids: [id], from: approval, decision: 'rejected', reason })}
          onClose={() => setRejecting(false)}
        />
      )}
    </DetailCard>
  )
}
