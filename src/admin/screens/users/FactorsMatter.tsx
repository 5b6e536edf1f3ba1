import type { FactorType } from '#src/contract/factor.ts'
import { type RankedVisitor, resetRefusal } from '#src/contract/rank.ts'
import type { UserRecord } from '#src/contract/user.ts'
import { confirm } from '../../blocks/confirm.ts'
import { momentOf } from '../../blocks/moment.ts'
import { Act } from './Act.tsx'
import { Matter } from './Matter.tsx'
import { adminRefusal } from './refusals.ts'
import { useUserChange } from './use-user-change.ts'
import { userCalls } from './user-calls.ts'

const NAMES: Record<FactorType, string> = { totp: 'Authenticator app', webauthn: 'Passkey', phone: 'Phone' }

/** What somebody shows beside their password, and taking it away from who has lost it. */
export function FactorsMatter({ user, reader }: { user: UserRecord; reader: RankedVisitor }) {
  const { id, username, factors, recoveryCodesLeft } = user
  const reset = useUserChange({
    save: userCalls(id).resetFactors,
    done: `The second factors of ${username} are removed`,
    failed: 'Failed to reset the second factors',
  })
  const isNone = factors.length === 0 && recoveryCodesLeft === 0
  const askToReset = () =>
    confirm({
      title: `Reset the second factors of ${username}`,
      message: (
        <>
          <p>
            {[...factors.map(({ friendly_name: name }) => name), `${recoveryCodesLeft} recovery codes`].join(', ')} are
            removed for good, and they are signed out everywhere. A mail tells them.
          </p>
          <p>
            <b>Make sure that it is really them who asks.</b> From then on their password alone opens the account.
          </p>
        </>
      ),
      label: 'Reset second factors',
      busyLabel: 'Resetting...',
      act: () => reset.mutateAsync(),
    })
  return (
    <Matter title="Second factors">
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
      <Act
        variant="destructive"
        refusal={adminRefusal(reader, user, resetRefusal) ?? (isNone ? 'There is nothing to reset.' : null)}
        isBusy={reset.isPending}
        onClick={askToReset}
      >
        Reset second factors
      </Act>
    </Matter>
  )
}
