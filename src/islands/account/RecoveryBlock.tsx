import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { AccountAnswer } from '#src/contract/account.ts'
import { FACTOR_SENTENCE, type RecoveryCodesAnswer } from '#src/contract/factor.ts'
import { Button } from '#src/ui/Button.tsx'
import { ApiError, send } from '../call.ts'
import { account, ask, attempt } from './account.ts'
import { Block, Shown } from './Block.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

const WORDING = { failed: 'Failed to make recovery codes. Please try again.' }

/** The way in when every second step is lost. */
export function RecoveryBlock() {
  return (
    <Block id="recovery" title="Recovery codes" lead="Each one lets you in once, should you lose your second step.">
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
    return <p>{FACTOR_SENTENCE.factorFirst} Recovery codes stand in for it when it is lost.</p>
  return (
    <>
      <p className="mb-5">
        {recoveryCodesLeft === 0
          ? 'You have none. Make some now, before you need one.'
          : `${recoveryCodesLeft} of them ${recoveryCodesLeft === 1 ? 'is' : 'are'} left.`}
      </p>
      <Button
        variant={recoveryCodesLeft === 0 ? 'default' : 'outline'}
        onClick={() => (recoveryCodesLeft === 0 ? void make() : askFirst(true))}
      >
        {recoveryCodesLeft === 0 ? 'Make recovery codes' : 'Make new codes'}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Make new codes?"
          label="Make new codes"
          busyLabel="Making them..."
          onConfirm={make}
          onClose={() => askFirst(false)}
        >
          <p>The codes you have stop working at once, also those on paper.</p>
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
