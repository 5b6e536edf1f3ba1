import type { Viewer } from '#src/contract/viewer.ts'

type AccountNoticeProps = {
  approval: Viewer['approval']
  email: string
  /** Why it was rejected. */
  approvalReason: string | null
}

const LOOKS = {
  pending: { box: 'bg-on-signal text-signal', edge: 'hazard', title: 'Waiting for approval' },
  approved: { box: 'bg-plate text-on-plate', edge: 'bg-plate-line', title: 'Approved' },
  rejected: { box: 'bg-stop text-on-stop', edge: 'hazard-stop', title: 'Not approved' },
} as const

/** The status of the viewer's registration, and what they may do. (architecture 8: approval) */
export function AccountNotice({ approval, email, approvalReason }: AccountNoticeProps) {
  const { box, edge, title } = LOOKS[approval]
  return (
    <div className={`flex overflow-hidden rounded-md ${box}`}>
      <span aria-hidden="true" className={`${edge} w-5 shrink-0`} />
      <div className="min-w-0 px-4 py-3 leading-snug">
        <p className="label text-[1.25rem]">{title}</p>
        {approval === 'approved' && <p className="mt-1">Your registration is approved. You can post.</p>}
        {approval === 'pending' && (
          <p className="mt-1">
            An administrator reviews every registration. We email{' '}
            <strong className="[overflow-wrap:anywhere]">{email}</strong> once yours is decided. You can read now and
            post once approved.
          </p>
        )}
        {approval === 'rejected' && <Rejection reason={approvalReason} />}
      </div>
    </div>
  )
}

function Rejection({ reason }: { reason: string | null }) {
  return (
    <>
      <p className="mt-1">An administrator did not approve your registration. You can read, but you cannot post.</p>
      {reason && (
        <p className="mt-2">
          Reason: <q className="[overflow-wrap:anywhere]">{reason}</q>
        </p>
      )}
    </>
  )
}
