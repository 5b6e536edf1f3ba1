import { parseArgs } from 'node:util'
import { z } from 'zod'
import { type EmergencyAction, emergencyAction, LINK_KINDS } from '#src/contract/emergency.ts'

export const USAGE = `Use: npm run emergency -- WHAT [--drill] [--yes]

  status                                     what is closed, held and was done lately
  sessions  everyone | staff | EMAIL         ends sessions and unfinished sign-ins
  passwords everyone | staff | EMAIL [--lift]  makes passwords invalid, or valid again
  factors   everyone | staff | EMAIL [--lift]  makes second factors invalid, or valid again
  keys                                       replaces the keys that sign access tokens
  links     all | PURPOSE ...                voids links: ${Object.keys(LINK_KINDS).join(', ')}
  level     0 | 1 | 2 | 3 --reason TEXT [--until 2027-01-21T14:00:00Z]
  mail      hold | resume                    holds mail that is not about security, or sends it
  release   [ID]                             puts an older version of the site back, or lists them

--drill does all but the last step. --yes asks nothing, for scripts.`

/** A command line, understood. */
export type EmergencyCommand =
  | { verb: 'help' | 'status' | 'releases' }
  | { verb: 'act'; action: EmergencyAction; isDrill: boolean; isSure: boolean }

const OPTIONS = {
  drill: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  lift: { type: 'boolean', default: false },
  reason: { type: 'string' },
  until: { type: 'string' },
} as const

/** Reads a command line. Throws an Error with a sentence for one that is not in `USAGE`. */
export function parseEmergency(words: string[]): EmergencyCommand {
  const { values, positionals } = parse(words)
  const [kind = 'help', ...rest] = positionals
  if (kind === 'help' || kind === 'status') return { verb: kind }
  if (kind === 'release' && rest.length === 0) return { verb: 'releases' }
  const given = emergencyAction.safeParse(toAction(kind, rest, values))
  if (!given.success) throw new Error(`${z.prettifyError(given.error)}\n\n${USAGE}`)
  return { verb: 'act', action: given.data, isDrill: values.drill, isSure: values.yes }
}

function parse(words: string[]) {
  try {
    return parseArgs({ args: words, options: OPTIONS, allowPositionals: true })
  } catch {
    throw new Error(USAGE)
  }
}

type Values = ReturnType<typeof parse>['values']

/** What the schema then judges. Words that are not expected leave nothing that it would take. */
function toAction(kind: string, rest: string[], { lift, reason, until }: Values): object {
  const [word = '', ...more] = rest
  if (kind === 'links') return { kind, purposes: word === 'all' ? Object.keys(LINK_KINDS) : rest }
  if (more.length > 0) return {}
  const people = word === 'everyone' || word === 'staff' ? word : { email: word }
  const end = until === undefined ? null : Date.parse(until)
  const actions: Record<string, object> = {
    sessions: { kind, people },
    passwords: { kind, people, isLifted: lift },
    factors: { kind, people, isLifted: lift },
    keys: word === '' ? { kind } : {},
    level: {
      kind,
      level: word === '' ? null : Number(word),
      reason: reason ?? (word === '0' ? 'Opened' : ''),
      until: end,
    },
    mail: word === 'hold' || word === 'resume' ? { kind, isHeld: word === 'hold' } : {},
    release: { kind, release: word },
  }
  return actions[kind] ?? {}
}
