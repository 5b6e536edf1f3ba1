import { TWO_STEP } from '#src/contract/account-sentence.ts'
import type { FactorType } from '#src/contract/factor.ts'
import { type Ranked, type RankedVisitor, resetRefusal } from '#src/contract/rank.ts'
import { RESET_TWO_STEP, twoStepReset, type UserRecord } from '#src/contract/user.ts'
import { ActionButton } from '../../blocks/ActionButton.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { formatAgo, formatMoment } from '../../blocks/moment.ts'
import { DetailCard } from '../../blocks/Panel.tsx'
import { adminRefusal } from './refusals.ts'
import { userCalls, useUserChange } from './user-calls.ts'

const NAMES: Record<FactorType, string> = { totp: 'Authenticator app', webauthn: 'Passkey', phone: 'Phone' }

/** A person's second factors, and a button to remove them if they are lost. */
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
              {factor.status === 'verified' ? `, since ${formatMoment(factor.created_at)}` : ', not verified'}
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

/** A person's sessions, and a button to end each. */
export function SessionsCard({ user, reader }: { user: UserRecord; reader: Ranked }) {
  const { id, username, sessions } = user
  const one = useUserChange<string>({
    save: userCalls(id).endSession,
    done: 'Session ended',
    failed: 'Failed to end the session',
  })
  const all = useUserChange({
    save: userCalls(id).endSessions,
    done: `${username} was signed out everywhere`,
    failed: 'Failed to sign them out',
  })
  const refusal = adminRefusal(reader, user)
  return (
    <DetailCard title="Sessions">
      {sessions.length === 0 ? (
        <p>Not signed in anywhere.</p>
      ) : (
        <>
          <ul className="grid w-full gap-3">
            {sessions.map(({ handle, device, startedAt, lastSeenAt, isCurrent }) => (
              <li key={handle} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <span>
                  <b>{device}</b>
                  {isCurrent && ' (this session)'}
                  <span className="block text-[.9375rem] text-soft">
                    Since {formatMoment(startedAt)}, last seen {formatAgo(lastSeenAt)}
                  </span>
                </span>
                {refusal === null && (
                  <ActionButton isBusy={one.isPending} onClick={() => one.mutate(handle)}>
                    End<span className="sr-only"> the session on {device}</span>
                  </ActionButton>
                )}
              </li>
            ))}
          </ul>
          <ActionButton refusal={refusal} isBusy={all.isPending} onClick={() => all.mutate()}>
            Sign out everywhere
          </ActionButton>
        </>
      )}
    </DetailCard>
  )
}
