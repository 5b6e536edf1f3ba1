import { useState } from 'react'
import { resetInput, type Told } from '#src/contract/account.ts'
import { Button } from '#src/ui/Button.tsx'
import { send } from '../call.ts'
import { Form } from '../forms/Form.tsx'
import { NewPasswordInput } from '../forms/NewPasswordInput.tsx'
import { notify } from '../toasts.ts'
import { show } from './auth.ts'
import { SIGN_IN } from './auth-view.ts'
import { DeadLink, isDead } from './DeadLink.tsx'
import { PlateHead } from './PlateHead.tsx'

const schema = resetInput.pick({ password: true })

/** What a reset link leads to. The link is used up by the button, not by looking. (security TL2) */
export function NewPassword({ token }: { token: string }) {
  const [isOver, setOver] = useState(false)
  if (isOver)
    return (
      <DeadLink>
        <Button onClick={() => show({ name: 'forgot' })} className="w-full">
          Ask for a new link
        </Button>
      </DeadLink>
    )
  return (
    <>
      <PlateHead title="Choose a new password" />
      <Form
        label="Set New Password"
        busyLabel="Setting..."
        schema={schema}
        wording={{ failed: 'Failed to set the password. Please try again.' }}
        send={({ password }) => send<Told>('POST', '/api/auth/password-reset/confirm', { token, password })}
        onRefused={(refusal) => {
          if (isDead(refusal)) setOver(true)
          return isDead(refusal)
        }}
        onDone={(told) => {
          notify({ kind: 'success', ...told })
          show(SIGN_IN)
        }}
      >
        {({ password }) => <NewPasswordInput label="New password" error={password} />}
      </Form>
    </>
  )
}
