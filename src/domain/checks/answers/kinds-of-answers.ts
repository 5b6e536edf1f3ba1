import { CouldNotRun } from '#src/contract/checks.ts'
import type { CheckContext } from '../check.ts'

/** One address for each kind of answer that visitors get: pages, shells, functions, and refusals of both. */
const KINDS = [
  { kind: 'The home page', path: '/', status: 200 },
  { kind: 'The admin area', path: '/admin', status: 200 },
  { kind: 'The sign-in page', path: '/auth', status: 200 },
  { kind: 'An answer of the API', path: '/api/health', status: 200 },
  { kind: 'The forum', path: '/forum', status: 200 },
  { kind: 'A page that does not exist', path: '/there-is-no-such-page', status: 404 },
  { kind: 'An error of the API', path: '/api/auth/account', status: 401 },
] as const

/** One answer of each kind. Throws `CouldNotRun` if one has another status than it should, because then it is another answer. */
export function askEveryKind({ probe }: Pick<CheckContext, 'probe'>) {
  return Promise.all(
    KINDS.map(async ({ kind, path, status }) => {
      const answer = await probe.ask(path)
      if (answer.status === status) return { kind, path, answer }
      throw new CouldNotRun(`${kind} (${path}) was answered with ${answer.status} instead of ${status}.`)
    }),
  )
}
