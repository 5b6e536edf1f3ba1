import { useState } from 'react'
import { KEYS_IN_ENVIRONMENT, LINK_KINDS, type LinkKind } from '#src/contract/emergency.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Select } from '#src/ui/Select.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { ActionCard, type FieldErrors, type Setting } from './ActionCard.tsx'

const WHOM = [
  ['everyone', 'Everyone'],
  ['staff', 'Everyone with a role'],
  ['one', 'One person'],
] as const

/** Whom an action concerns, and the fields that choose it. */
function usePeople() {
  const [whom, setWhom] = useState<string>('everyone')
  const [email, setEmail] = useState('')
  const people = whom === 'one' ? { email } : whom === 'staff' ? ('staff' as const) : ('everyone' as const)
  const fields = (errors: FieldErrors) => (
    <div className="grid max-w-2xl gap-4 sm:grid-cols-2">
      <Select label="For" options={WHOM} value={whom} onChange={({ target }) => setWhom(target.value)} />
      {whom === 'one' && (
        <TextInput
          label="Email address"
          type="email"
          autoComplete="off"
          value={email}
          error={errors.email}
          onChange={({ target }) => setEmail(target.value)}
        />
      )}
    </div>
  )
  return { people, fields }
}

export function SessionsCard(setting: Setting) {
  const { people, fields } = usePeople()
  return (
    <ActionCard
      {...setting}
      title="Sign people out"
      lead="Ends their sessions and unfinished sign-ins, and for everyone those of the vendor portal too. Yours stays open on this device only."
      choices={[{ label: 'End sessions', action: { kind: 'sessions', people } }]}
    >
      {fields}
    </ActionCard>
  )
}

export function PasswordsCard(setting: Setting) {
  const { people, fields } = usePeople()
  const action = { kind: 'passwords', people } as const
  return (
    <ActionCard
      {...setting}
      title="Require new passwords"
      lead="The old passwords stop working. Each person is signed out and gets an email that says how to set a new one. Yours stays as it is."
      choices={[
        { label: 'Make passwords invalid', action: { ...action, isLifted: false } },
        { label: 'Make them valid again', action: { ...action, isLifted: true }, isUndoing: true },
      ]}
    >
      {fields}
    </ActionCard>
  )
}

export function FactorsCard(setting: Setting) {
  const { people, fields } = usePeople()
  const action = { kind: 'factors', people } as const
  return (
    <ActionCard
      {...setting}
      title="Require new second factors"
      lead="Verification methods, passkeys, recovery codes and the passwords of these accounts stop working. Roles work again once a new method is added. Yours stay as they are."
      choices={[
        { label: 'Make second factors invalid', action: { ...action, isLifted: false } },
        { label: 'Make them valid again', action: { ...action, isLifted: true }, isUndoing: true },
      ]}
    >
      {fields}
    </ActionCard>
  )
}

export function KeysCard({ mayReplaceKeys, ...setting }: Setting & { mayReplaceKeys: boolean }) {
  return (
    <ActionCard
      {...setting}
      title="Replace the signing keys"
      lead={
        mayReplaceKeys
          ? 'Access tokens signed with the old keys stop working within 5 minutes. Sign everyone out as well.'
          : KEYS_IN_ENVIRONMENT
      }
      choices={mayReplaceKeys ? [{ label: 'Replace keys', action: { kind: 'keys' } }] : []}
    />
  )
}

const KINDS = Object.keys(LINK_KINDS) as LinkKind[]

export function LinksCard(setting: Setting) {
  const [purposes, setPurposes] = useState(KINDS)
  const toggle = (kind: LinkKind) =>
    setPurposes(KINDS.filter((known) => (known === kind ? !purposes.includes(kind) : purposes.includes(known))))
  return (
    <ActionCard
      {...setting}
      title="Void links"
      lead="Links that were emailed or shared, and private calendar addresses, stop working. Links that unsubscribe always work."
      choices={[{ label: 'Void links', action: { kind: 'links', purposes } }]}
    >
      <fieldset className="grid gap-3 sm:grid-cols-2">
        <legend className="sr-only">Kinds of links</legend>
        {KINDS.map((kind) => (
          <Checkbox
            key={kind}
            label={LINK_KINDS[kind]}
            checked={purposes.includes(kind)}
            onChange={() => toggle(kind)}
          />
        ))}
      </fieldset>
    </ActionCard>
  )
}
