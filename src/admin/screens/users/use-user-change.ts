import { useQueryClient } from '@tanstack/react-query'
import type { UserRecord } from '#src/contract/user.ts'
import { useSave } from '../../blocks/use-save.ts'
import { STALE_LISTS, userQuery } from './user-calls.ts'

type ChangeParts<Input> = {
  save: (input: Input) => Promise<UserRecord>
  done: string | ((user: UserRecord, input: Input) => string)
  failed: string
  onDone?: () => void
}

/** A change of one user: how they stand then is shown at once, and their timeline goes on. */
export function useUserChange<Input = void>({ onDone, ...parts }: ChangeParts<Input>) {
  const queries = useQueryClient()
  return useSave({
    ...parts,
    stale: [...STALE_LISTS, ['timeline']],
    onDone: (user) => {
      queries.setQueryData(userQuery(user.id).queryKey, user)
      onDone?.()
    },
  })
}
