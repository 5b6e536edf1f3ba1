import { useEffect, useRef, useState } from 'react'
import { namesOf, PROPOSAL_FIELD_NAMES, PROPOSAL_FIELDS, type ProposalField } from '#src/contract/proposal-fields.ts'
import { type VendorFields, vendorFields } from '#src/contract/vendor.ts'
import type { VendorProfile } from '#src/contract/vendor-proposal.ts'
import { isStale, mergeFields } from '#src/contract/versioned.ts'
import { StripPreview } from '#src/sections/StripPreview.tsx'
import { Button } from '#src/ui/Button.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { request } from '../call.ts'
import { Form } from '../forms/Form.tsx'
import { notify } from '../toasts.ts'
import { useUnloadWarning } from '../unload-warning.ts'
import { LogoInput } from './LogoInput.tsx'
import { keepTyped, profile } from './portal.ts'

const schema = vendorFields.required()

/** What the form shows: our values, and what is proposed over them. */
const shownOf = ({ current, open }: VendorProfile): VendorFields => open?.values ?? current

/** What a merge with somebody else's change has left in the form, and the fields that both have changed. */
type Merge = { values: VendorFields; both: ProposalField[] }

/**
 * Proposes changes of the company. If somebody else has changed something since, what was typed is merged with it and shown again,
 * and nothing is sent before another press. (security VP6)
 */
export function ProfileForm({ value, onAnswered }: { value: VendorProfile; onAnswered: () => void }) {
  const [merge, setMerge] = useState<Merge>()
  const [again, setAgain] = useState<VendorFields>()
  const mergeWith = async (typed: VendorFields) => {
    const newest = await request('GET', '/api/vendor/proposal')
    const { merged, conflicts } = mergeFields(shownOf(value), typed, shownOf(newest))
    setMerge({ values: merged, both: conflicts })
    setAgain(undefined)
    profile.change(newest)
    onAnswered()
  }
  const key = `${value.entryVersion} ${value.open?.version ?? ''} ${again ? 'again' : ''}`
  return (
    <>
      {merge && (
        <p role="alert" className="note mb-6">
          <strong className="block">Someone has changed this since you opened it.</strong>
          {merge.both.length > 0
            ? `You both changed these fields: ${namesOf(merge.both)}. They show your text. Check them, then send again.`
            : 'Your text is kept, and the other fields are up to date. Propose your changes again.'}
        </p>
      )}
      <Fields
        key={key}
        value={value}
        values={again ?? merge?.values ?? shownOf(value)}
        onStale={mergeWith}
        onAgain={again ? undefined : setAgain}
        onSaved={() => {
          setMerge(undefined)
          setAgain(undefined)
          onAnswered()
        }}
      />
    </>
  )
}

type FieldsProps = {
  value: VendorProfile
  values: VendorFields
  onStale: (typed: VendorFields) => Promise<void>
  /** Shows the form again with these values; undefined once it has what was returned. */
  onAgain: ((values: VendorFields) => void) | undefined
  onSaved: () => void
}

function Fields({ value, values, onStale, onAgain, onSaved }: FieldsProps) {
  const { open, decided, entryVersion } = value
  const [shown, setShown] = useState(values)
  const isDirty = PROPOSAL_FIELD_NAMES.some((field) => (shown[field] ?? '') !== (shownOf(value)[field] ?? ''))
  useUnloadWarning(isDirty)
  const set = (field: ProposalField, text: string) => setShown((before) => ({ ...before, [field]: text }))
  const field = (name: ProposalField, error: string | undefined) => ({
    ...{ name, label: PROPOSAL_FIELDS[name], defaultValue: values[name] ?? '', error },
    ...hintFor(value, name),
    onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
  })
  return (
    <Form
      label={open ? 'Change the proposal' : 'Propose changes'}
      busyLabel="Sending..."
      look={{ variant: 'default' }}
      schema={schema}
      wording={{ failed: 'Your changes could not be proposed. Please try again.' }}
      send={async (input) => {
        const json = { ...input, entryVersion, version: open?.version ?? null }
        return keepTyped(request('PUT', '/api/vendor/proposal', { json }))
      }}
      onRefused={(refusal) => {
        if (!isStale(refusal)) return false
        void onStale(schema.parse(shown))
        return true
      }}
      onDone={(answer) => {
        onSaved()
        profile.change(answer)
        notify({ kind: 'success', message: 'Thank you. We look at your changes and email you what we decide.' })
      }}
    >
      {(errors) => (
        <>
          {!open && decided && decided.returned.length > 0 && (
            <Again onPress={onAgain && (() => onAgain(takeBack(shown, decided)))} />
          )}
          <TextInput {...field('vendorName', errors.vendorName)} autoComplete="organization" required />
          <LogoInput
            value={shown.logoUrl ?? ''}
            onChange={(address) => set('logoUrl', address)}
            hint={hintFor(value, 'logoUrl', LOGO_HINT).hint}
            error={errors.logoUrl}
          />
          <Preview shown={shown} />
          <TextInput {...field('websiteUrl', errors.websiteUrl)} type="url" spellCheck={false} />
          <TextArea {...field('description', errors.description)} />
          <TextInput {...field('contactName', errors.contactName)} autoComplete="name" />
          <TextInput {...field('contactEmail', errors.contactEmail)} type="email" spellCheck={false} />
          <TextInput {...field('contactPhone', errors.contactPhone)} type="tel" />
          <TextInput {...field('tags', errors.tags)} />
        </>
      )}
    </Form>
  )
}

const FIELD_HINT = {
  proposed: (now: string | null) => `Proposed. Now: ${now || 'empty'}`,
  returned: 'Returned. Our note above says why.',
}
const LOGO_HINT: typeof FIELD_HINT = {
  proposed: () => 'This one is proposed.',
  returned: 'Your last one was returned. Our note above says why.',
}

/** What a field says that is proposed or was returned. */
function hintFor({ current, open, decided }: VendorProfile, name: ProposalField, words = FIELD_HINT) {
  if (open) return open.fields.includes(name) ? { hint: words.proposed(current[name]) } : {}
  return decided?.returned.includes(name) ? { hint: words.returned } : {}
}

/** How the strip of partners will show the company. */
function Preview({ shown: { vendorName, websiteUrl, logoUrl } }: { shown: VendorFields }) {
  const logo = logoUrl ? { src: logoUrl } : null
  const partner = { vendorName: vendorName || 'Your company', websiteUrl: websiteUrl || null, description: null, logo }
  return <StripPreview partner={partner} />
}

/** What the form has, with what was sent of the returned fields. */
function takeBack(shown: VendorFields, { returned, sent }: NonNullable<VendorProfile['decided']>): VendorFields {
  return { ...shown, ...Object.fromEntries(returned.map((field) => [field, sent[field]])) }
}

/** After something was returned: puts what was sent back into the form, so that nothing is typed or uploaded twice. */
function Again({ onPress }: { onPress: (() => void) | undefined }) {
  const said = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (!onPress) said.current?.focus()
  }, [onPress])
  if (!onPress)
    return (
      <p ref={said} tabIndex={-1} className="font-semibold outline-none">
        The form has what you sent. Change it and propose it again.
      </p>
    )
  return (
    <Button variant="outline" className="self-start" onClick={onPress}>
      Start from what you sent
    </Button>
  )
}
