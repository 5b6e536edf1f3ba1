import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { AccountAnswer } from '#src/contract/account.ts'
import { CREATE_RECOVERY_CODES } from '#src/contract/account-sentence.ts'
import { FACTOR_SENTENCE, type RecoveryCodesAnswer } from '#src/contract/factor.ts'
import { Button } from '#src/ui/Button.tsx'
import { ApiError, send } from '../call.ts'
import { account, ask, attempt } from './account.ts'
import { Block, Shown } from './Block.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

const WORDING = { failed: 'Failed to create recovery codes. Please try again.' }

/** The way in when every second step is lost. */
export function RecoveryBlock() {
  return (
    <Block
      id="recovery"
      title="Recovery codes"
      lead="Use one to sign in if you lose your verification methods. Each code works once."
    >
      <Shown of={account} what="your recovery codes">
        {(own) => <Recovery {...own} />}
      </Shown>
    </Block>
  )
}

function Recovery({ factors, recoveryCodesLeft }: AccountAnswer) {
  const [isAsking, askFirst] = useState(false)
  const [codes, show] = useState<string[]>()
  const make = async () => {
    const isDone = await attempt(async () => show(await newCodes()), WORDING)
    if (isDone) void account.load()
    return isDone
  }
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
      {codes && createPortal(<RecoveryCodes codes={codes} onStored={() => show(undefined)} />, document.body)}
    </>
  )
}

/** A session that has not shown a second step yet is asked for one. */
async function newCodes(): Promise<string[]> {
  const make = () => send<RecoveryCodesAnswer>('POST', '/api/auth/recovery-codes')
  try {
    return (await make()).codes
  } catch (fault) {
    if (!(fault instanceof ApiError && fault.detail === FACTOR_SENTENCE.factorFirst)) throw fault
    await ask()
    return (await make()).codes
  }
}
