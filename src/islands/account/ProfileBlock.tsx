import { type AccountAnswer, type MessageAnswer, profileInput } from '#src/contract/account.ts'
import { USERNAME_HINT } from '#src/contract/username.ts'
import { TextInput } from '#src/ui/TextInput.tsx'
import { request } from '../call.ts'
import { notify } from '../toasts.ts'
import { AccountForm } from './AccountForm.tsx'
import { account } from './account.ts'
import { Block, Shown } from './Block.tsx'

/** Who one is to others. */
export function ProfileBlock() {
  return (
    <Block id="profile" title="Profile" lead="Others see your username next to your posts.">
      <Shown of={account} what="your profile">
        {(own) => <ProfileForm {...own} />}
      </Shown>
    </Block>
  )
}

function ProfileForm({ username, fullName }: AccountAnswer) {
  const done = (told: MessageAnswer) => {
    notify({ kind: 'success', ...told })
    void account.load()
  }
  return (
    <AccountForm
      label="Save profile"
      busyLabel="Saving..."
      schema={profileInput}
      wording={{ failed: 'Failed to save your profile. Please try again.' }}
      send={(input) => request('PATCH', '/api/auth/account', { json: input })}
      onDone={done}
    >
      {(errors) => (
        <>
          <TextInput
            label="Username"
            name="username"
            defaultValue={username}
            autoComplete="nickname"
            autoCapitalize="none"
            spellCheck={false}
            required
            hint={USERNAME_HINT}
            error={errors.username}
          />
          <TextInput
            label="Full name"
            name="fullName"
            defaultValue={fullName ?? ''}
            autoComplete="name"
            hint="Optional. Printed on your name badge."
            error={errors.fullName}
          />
        </>
      )}
    </AccountForm>
  )
}
