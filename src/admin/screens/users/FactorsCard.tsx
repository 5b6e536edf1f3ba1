import type { FactorType } from '#src/contract/factor.ts'
import { type RankedVisitor, resetRefusal } from '#src/contract/rank.ts'
import { RESET_TWO_STEP, TWO_STEP, twoStepReset, type UserRecord } from '#src/contract/user.ts'
import { ActionButton } from '../../blocks/ActionButton.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { DetailCard } from '../../blocks/DetailCard.tsx'
import { momentOf } from '../../blocks/moment.ts'
import { adminRefusal } from './refusals.ts'
import { useUserChange } from './use-user-change.ts'
import { userCalls } from './user-calls.ts'

const NAMES: Record<FactorType, string> = { totp: 'Authenticator app', webauthn: 'Passkey', phone: 'Phone' }

/** What somebody shows beside their password, and taking it away from who has lost it. */
export function FactorsCard({ user, reader }: { user: UserRecord; reader: RankedVisitor }) {
  const { id, username, factors, recoveryCodesLeft } = user
  const reset = useUserChange({
    save: userCalls(id).resetFactors,
    done: twoStepReset(username),
    failed: 'Failed to reset two-step verification',
  })
  const isNone = factors.length === 0 && recoveryCodesLeft === 0
  const askToReset = () =>
    confirm({
      title: `Reset two-step verification for ${username}`,
      message: (
        <>
          <p>
            {[...factors.map(({ friendly_name: name }) => name), `${recoveryCodesLeft} recovery codes`].join(', ')} will
            be permanently removed. The user is signed out everywhere and notified by email.
          </p>
          <p>
            <b>Make sure the request really comes from them.</b> Afterward, their password alone is enough to sign in.
          </p>
        </>
      ),
      label: RESET_TWO_STEP,
      busyLabel: 'Resetting...',
      act: () => reset.mutateAsync(),
    })
  return (
    <DetailCard title={TWO_STEP}>
      {factors.length === 0 && <p>None.</p>}
      <ul className="grid gap-2">
        {factors.map((factor) => (
          <li key={factor.id}>
            <b>{NAMES[factor.factor_type]}</b>: {factor.friendly_name}
            {factor.phone && `, ${factor.phone}`}
            <span className="text-soft">
              {factor.status === 'verified' ? `, since ${momentOf(factor.created_at)}` : ', not verified'}
            </span>
          </li>
        ))}
      </ul>
      {factors.length > 0 && <p>{recoveryCodesLeft} recovery codes left.</p>}
      <ActionButton
        variant="destructive"
        refusal={adminRefusal(reader, user, resetRefusal) ?? (isNone ? 'There is nothing to reset.' : null)}
        isBusy={reset.isPending}
        onClick={askToReset}
      >
        {RESET_TWO_STEP}
      </ActionButton>
    </DetailCard>
  )
}
