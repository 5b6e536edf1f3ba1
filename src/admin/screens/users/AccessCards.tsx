import { useState } from 'react'
import { UNTIL_LIFTED } from '#src/contract/ban-end.ts'
import { plural } from '#src/contract/plural.ts'
import type { Ranked } from '#src/contract/rank.ts'
import { type BanLine, MAY_POST, type UserRecord } from '#src/contract/user.ts'
import { ActionButton } from '../../blocks/ActionButton.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { formatMoment } from '../../blocks/moment.ts'
import { DetailCard, FactList } from '../../blocks/Panel.tsx'
import { RefusedList } from '../../blocks/selection.tsx'
import { adminRefusal, decisionRefusal } from './refusals.ts'
import { useDecide } from './use-decide.ts'
import { userCalls, useUserChange } from './user-calls.ts'

const RejectDialog = lazyComponent(async () => (await import('./UserDialogs.tsx')).RejectDialog)

const STATES = { pending: 'Waiting for approval', approved: MAY_POST, rejected: 'Rejected: cannot post' }

/** Whether a person may post, who decided that, and the buttons to change it. */
export function ApprovalCard({ user, reader }: { user: UserRecord; reader: Ranked }) {
  const [isRejecting, setRejecting] = useState(false)
  const { decide, isBusy, left, forget } = useDecide(() => setRejecting(false))
  const { id, username, approval, approvalReason, approvalDecidedAt, approvalDecidedBy } = user
  return (
    <DetailCard title="Approval">
      <RefusedList refused={left} onClose={forget} />
      <FactList
        facts={[
          ['Status', STATES[approval]],
          ...(approvalDecidedAt === null
            ? []
            : ([['Decided', `${formatMoment(approvalDecidedAt)}, by ${approvalDecidedBy ?? 'unknown'}`]] as const)),
          ...(approvalReason === null ? [] : ([['Reason', approvalReason]] as const)),
        ]}
      />
      <div className="flex flex-wrap gap-3">
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
      </div>
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

const BanDialog = lazyComponent(async () => (await import('./UserDialogs.tsx')).BanDialog)

/** Bans a person, or lifts their ban. */
export function BanCard({ user, reader }: { user: UserRecord; reader: Ranked }) {
  const [isBanning, setBanning] = useState(false)
  const { id, username, ban, bans } = user
  const lift = useUserChange({
    save: userCalls(id).unban,
    done: `The ban on ${username} was lifted`,
    failed: 'Failed to lift the ban',
  })
  const askToLift = () =>
    confirm({
      title: `Lift the ban on ${username}`,
      message: <p>They can sign in again with their current roles.</p>,
      label: 'Lift ban',
      busyLabel: 'Lifting...',
      act: () => lift.mutateAsync(),
    })
  const refusal = adminRefusal(reader, user)
  return (
    <DetailCard title="Ban">
      {ban ? (
        <>
          <p>
            Banned {ban.until === null ? 'until lifted' : `until ${formatMoment(ban.until)}`}: {ban.reason}
          </p>
          <ActionButton refusal={refusal} isBusy={lift.isPending} onClick={askToLift}>
            Lift ban
          </ActionButton>
        </>
      ) : (
        <>
          <p>Not banned.</p>
          <ActionButton variant="destructive" refusal={refusal} onClick={() => setBanning(true)}>
            Ban
          </ActionButton>
        </>
      )}
      <Past bans={bans} />
      {isBanning && <BanDialog id={id} username={username} onClose={() => setBanning(false)} />}
    </DetailCard>
  )
}

function Past({ bans }: { bans: readonly BanLine[] }) {
  if (bans.length === 0) return null
  return (
    <details className="w-full">
      <summary className="min-h-8 cursor-pointer font-semibold">{plural(bans.length, 'ban')} on record</summary>
      <ul className="mt-2 grid gap-2 text-[.9375rem]">
        {bans.map(({ id, reason, by, createdAt, expiresAt, liftedAt }) => (
          <li key={id}>
            {formatMoment(createdAt)}, by {by}: {reason}.{' '}
            <span className="text-soft">
              {liftedAt !== null
                ? `Lifted ${formatMoment(liftedAt)}.`
                : expiresAt === null
                  ? `${UNTIL_LIFTED}.`
                  : `Until ${formatMoment(expiresAt)}.`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
