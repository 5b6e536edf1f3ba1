import { type AccountAnswer, profileInput, type Told } from '#src/contract/account.ts'
import { TextInput } from '#src/ui/TextInput.tsx'
import { send } from '../call.ts'
import { Form } from '../forms/Form.tsx'
import { notify } from '../toasts.ts'
import { account, confirmed } from './account.ts'
import { Block, Shown } from './Block.tsx'
import { isCancelled } from './step-up.ts'

/** Who one is to others. */
export function ProfileBlock() {
  return (
    <Block id="profile" title="Profile" lead="Others see your username beside what you write.">
      <Shown of={account} what="your profile">
        {(own) => <ProfileForm {...own} />}
      </Shown>
    </Block>
  )
}

function ProfileForm({ username, fullName }: AccountAnswer) {
  const done = (told: Told) => {
    notify({ kind: 'success', ...told })
    void account.load()
  }
  return (
    <Form
      label="Save profile"
      busyLabel="Saving..."
      look={{ variant: 'default' }}
      schema={profileInput}
      wording={{ failed: 'Failed to save your profile. Please try again.' }}
      send={(input) => confirmed(() => send<Told>('PATCH', '/api/auth/account', input))}
      onDone={done}
      onRefused={isCancelled}
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
            hint="3 to 30 letters and digits."
            error={errors.username}
          />
          <TextInput
            label="Full name"
            name="fullName"
            defaultValue={fullName ?? ''}
            autoComplete="name"
            hint="As it should stand on a name tag. You may leave it empty."
            error={errors.fullName}
          />
        </>
      )}
    </Form>
  )
}
