import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { AccountAnswer } from '#src/contract/account.ts'
import { CODES_SAVED, CREATE_RECOVERY_CODES } from '#src/contract/account-sentence.ts'
import { FACTOR_SENTENCE } from '#src/contract/factor.ts'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { ApiError, request } from '../call.ts'
import { ResourceState } from '../resource/ResourceState.tsx'
import { AccountSection } from './AccountSection.tsx'
import { account, requestStepUp, useAccountAction } from './account.ts'
import { CopyText } from './CopyText.tsx'

/** The viewer's recovery codes, for when all verification methods are lost. */
export function RecoverySection() {
  return (
    <AccountSection
      id="recovery"
      title="Recovery codes"
      lead="Use one to sign in if you lose your verification methods. Each code works once."
    >
      <ResourceState of={account} what="your recovery codes">
        {(own) => <Recovery {...own} />}
      </ResourceState>
    </AccountSection>
  )
}

function Recovery({ factors, recoveryCodesLeft }: AccountAnswer) {
  const [isAsking, askFirst] = useState(false)
  const { codes, make, forget } = useNewCodes()
  if (!factors.some(({ status }) => status === 'verified'))
    return <p>{FACTOR_SENTENCE.factorFirst} Recovery codes are for when you lose your verification methods.</p>
  return (
    <>
      <p className="mb-5">
        {recoveryCodesLeft === 0
          ? 'You have no recovery codes. Create them now, before you need one.'
          : `You have ${recoveryCodesLeft} unused ${recoveryCodesLeft === 1 ? 'code' : 'codes'} left.`}
      </p>
      <Button
        variant={recoveryCodesLeft === 0 ? 'default' : 'outline'}
        onClick={() => (recoveryCodesLeft === 0 ? void make() : askFirst(true))}
      >
        {recoveryCodesLeft === 0 ? CREATE_RECOVERY_CODES : 'Create new codes'}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Create new codes?"
          label="Create new codes"
          busyLabel="Creating..."
          onConfirm={make}
          onClose={() => askFirst(false)}
        >
          <p>Your current codes stop working immediately, including printed ones.</p>
        </ConfirmDialog>
      )}
      {codes && <RecoveryCodes codes={codes} onStored={forget} />}
    </>
  )
}

/** The last step of turning on two-step verification: without codes, a lost phone means a lost account. */
export function OfferRecoveryCodes({ onClose }: { onClose: () => void }) {
  const { codes, isBusy, make } = useNewCodes()
  if (codes) return <RecoveryCodes codes={codes} onStored={onClose} />
  return (
    <Dialog
      isOpen
      title={CREATE_RECOVERY_CODES}
      description="Two-step verification is on. If you lose the method you just added, you can only sign in with a recovery code."
      onClose={onClose}
      actions={
        <>
          <Button isBusy={isBusy} onClick={() => void make()}>
            {isBusy ? 'Creating...' : CREATE_RECOVERY_CODES}
          </Button>
          <Button variant="outline" onClick={onClose}>
            Not now
          </Button>
        </>
      }
    />
  )
}

/** New codes, once they are made, until the viewer has stored them. */
function useNewCodes() {
  const [codes, show] = useState<string[]>()
  const [isBusy, make] = useAccountAction({
    act: createCodes,
    wording: { failed: 'Failed to create recovery codes. Please try again.' },
    onDone: (created) => {
      show(created)
      void account.load()
    },
  })
  return { codes, isBusy, make, forget: () => show(undefined) }
}

/** Creates new codes. A session without a second step is first asked for one. */
async function createCodes(): Promise<string[]> {
  const make = () => request('POST', '/api/auth/recovery-codes')
  try {
    return (await make()).codes
  } catch (fault) {
    if (!(fault instanceof ApiError && fault.detail === FACTOR_SENTENCE.factorFirst)) throw fault
    await requestStepUp()
    return (await make()).codes
  }
}

/** New codes, shown only once, to copy, download or print. Only the button that says they are stored closes the dialog. */
function RecoveryCodes({ codes, onStored }: { codes: string[]; onStored: () => void }) {
  const text = `${codes.join('\n')}\n`
  return createPortal(
    <Dialog
      isOpen
      title="Recovery codes"
      description="Store these codes in a safe place, away from your phone. We cannot show them again."
      onClose={() => {}}
      actions={
        <Button onClick={onStored} className="print:hidden">
          {CODES_SAVED}
        </Button>
      }
    >
      <ol className="mb-5 grid gap-x-8 gap-y-1 rounded-md border-2 border-line p-4 font-mono text-[1.125rem] sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3 print:hidden">
        <CopyText text={text} label="Copy" />
        <Button variant="outline" size="sm" onClick={() => download(text)}>
          Download
        </Button>
        <Button variant="outline" size="sm" data-print="codes">
          Print
        </Button>
      </div>
    </Dialog>,
    document.body,
  )
}

function download(text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  link.download = 'recovery-codes.txt'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href))
}
