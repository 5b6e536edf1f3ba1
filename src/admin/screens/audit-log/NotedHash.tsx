import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { hashQuery } from '#src/contract/audit-log.ts'
import { toApiError } from '#src/islands/call.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { containsHash } from './audit-calls.ts'

/** Whether the log still has the entry whose hash somebody noted. */
export function NotedHash() {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const search = useMutation({ mutationFn: containsHash, onError: (fault) => setError(toApiError(fault).detail) })
  const look = () => {
    const fit = hashQuery.shape.hash.safeParse(typed.trim().toLowerCase())
    setError(fit.success ? undefined : fit.error.issues[0]?.message)
    if (fit.success) search.mutate(fit.data)
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        look()
      }}
      className="mt-6 grid gap-3 border-line border-t pt-5"
    >
      <TextInput
        label="A hash noted earlier"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          search.reset()
        }}
        error={error}
        autoComplete="off"
        spellCheck={false}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" variant="outline" size="sm" disabled={search.isPending}>
          {search.isPending ? 'Looking...' : 'Look for it'}
        </Button>
        <p role="status" className="font-semibold">
          {search.data === true && 'It is there: nothing up to it is missing, if the chain is whole.'}
          {search.data === false && (
            <span className="text-stop-ink">No entry has it: the log was cut off or written anew since.</span>
          )}
        </p>
      </div>
    </form>
  )
}
