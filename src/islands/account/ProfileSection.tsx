import { type AccountAnswer, type MessageAnswer, profileInput } from '#src/contract/account.ts'
import { USERNAME_HINT } from '#src/contract/username.ts'
import { TextInput } from '#src/ui/TextInput.tsx'
import { request } from '../call.ts'
import { ResourceState } from '../resource/ResourceState.tsx'
import { notify } from '../toasts.ts'
import { AccountForm } from './AccountForm.tsx'
import { AccountSection } from './AccountSection.tsx'
import { account } from './account.ts'

/** The viewer's username and full name. */
export function ProfileSection() {
  return (
    <AccountSection id="profile" title="Profile" lead="Others see your username next to your posts.">
      <ResourceState of={account} what="your profile">
        {(own) => <ProfileForm {...own} />}
      </ResourceState>
    </AccountSection>
  )
}

function ProfileForm({ username, fullName }: AccountAnswer) {
  const done = (answer: MessageAnswer) => {
    notify({ kind: 'success', ...answer })
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
