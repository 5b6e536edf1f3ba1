import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FIND_HASH, HASH_FOUND, HASH_NOT_FOUND, hashQuery, SAVED_HASH } from '#src/contract/audit-log.ts'
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
        label={SAVED_HASH}
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
          {search.isPending ? 'Searching...' : FIND_HASH}
        </Button>
        <p role="status" className="font-semibold">
          {search.data === true && HASH_FOUND}
          {search.data === false && <span className="text-stop-ink">{HASH_NOT_FOUND}</span>}
        </p>
      </div>
    </form>
  )
}
