import { useState } from 'react'
import type { AccountAnswer } from '#src/contract/account.ts'
import { TWO_STEP } from '#src/contract/account-sentence.ts'
import type { FactorInfo, FactorType } from '#src/contract/factor.ts'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { hasPasskeys } from '../factors/passkey.ts'
import { formatDate } from '../format-instant.ts'
import { ResourceState } from '../resource/ResourceState.tsx'
import { notify } from '../toasts.ts'
import { AccountSection } from './AccountSection.tsx'
import { AddFactor, KINDS, removeFactor } from './AddFactor.tsx'
import { account, useAccountAction } from './account.ts'
import { OfferRecoveryCodes } from './RecoverySection.tsx'

/** The strongest kind that everyone can use comes first. */
const KIND_ORDER = ['totp', 'webauthn', 'phone'] as const satisfies readonly FactorType[]

/** The viewer's verification methods. */
export function FactorsSection() {
  return (
    <AccountSection
      id="factors"
      title={TWO_STEP}
      lead="Protects your account if your password leaks. Add two methods in case you lose one."
    >
      <ResourceState of={account} what="your verification methods">
        {(own) => <Factors {...own} />}
      </ResourceState>
    </AccountSection>
  )
}

function Factors({ factors, recoveryCodesLeft }: AccountAnswer) {
  const [adding, add] = useState<FactorType>()
  const [removing, remove] = useState<FactorInfo>()
  const [isOffering, offer] = useState(false)
  const kinds = KIND_ORDER.filter((type) => type !== 'webauthn' || hasPasskeys())
  return (
    <>
      {factors.length === 0 ? (
        <p className="mb-6">Two-step verification is off. You sign in with your password only.</p>
      ) : (
        <ul className="mb-6 border-line border-t">
          {factors.map((factor) => (
            <Factor key={factor.id} factor={factor} onRemove={() => remove(factor)} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        {kinds.map((type) => (
          <Button key={type} variant="outline" onClick={() => add(type)}>
            {KINDS[type].title}
          </Button>
        ))}
      </div>
      {adding && (
        <AddFactor type={adding} onAdded={() => offer(recoveryCodesLeft === 0)} onClose={() => add(undefined)} />
      )}
      {isOffering && <OfferRecoveryCodes onClose={() => offer(false)} />}
      {removing && <RemoveFactor factor={removing} all={factors} onClose={() => remove(undefined)} />}
    </>
  )
}

function Factor({ factor, onRemove }: { factor: FactorInfo; onRemove: () => void }) {
  const { factor_type, friendly_name, phone, status, created_at } = factor
  const kind = KINDS[factor_type].name
  const facts = [friendly_name === kind ? undefined : kind, phone, `added ${formatDate(created_at)}`]
    .filter(Boolean)
    .join(', ')
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-line border-b py-4">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold leading-snug [overflow-wrap:anywhere]">{friendly_name}</p>
        <p className="mt-1 text-[.9375rem] text-soft leading-snug first-letter:uppercase">{facts}</p>
        {status === 'unverified' && (
          <p className="note mt-2">Setup is not finished. Remove this method and start again.</p>
        )}
      </div>
      <Button variant="outline" size="sm" aria-label={`Remove ${friendly_name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  )
}

function RemoveFactor({ factor, all, onClose }: { factor: FactorInfo; all: FactorInfo[]; onClose: () => void }) {
  const counting = all.filter(({ status }) => status === 'verified')
  const isLast = factor.status === 'verified' && counting.length === 1
  const [, remove] = useAccountAction({
    act: () => removeFactor(factor.id),
    wording: { failed: 'Failed to remove the verification method. Please try again.' },
    onDone: () => {
      notify({ kind: 'success', message: `${factor.friendly_name} has been removed.` })
      void account.load()
    },
  })
  return (
    <ConfirmDialog
      title={`Remove ${factor.friendly_name}?`}
      label="Remove"
      busyLabel="Removing..."
      onConfirm={remove}
      onClose={onClose}
    >
      {factor.status === 'unverified' ? (
        <p>You never finished setting it up, so nothing is lost.</p>
      ) : (
        <p>You can no longer use it to verify your sign-in.</p>
      )}
      {isLast && (
        <p>
          <strong>This is your last method.</strong> Removing it turns two-step verification off, and your recovery
          codes stop working.
        </p>
      )}
    </ConfirmDialog>
  )
}
