import type { BuiltShell } from '#src/contract/forum-shell.ts'

/** Put in when functions are packed, behind the build that made it; not there in the source as it stands. */
declare const FORUM_SHELL: BuiltShell | null

type ReadShell = () => Promise<BuiltShell | undefined>

const packed: ReadShell = async () => (typeof FORUM_SHELL === 'undefined' ? undefined : (FORUM_SHELL ?? undefined))

let current = packed

/** For the local server, whose site changes while it runs. */
export function provideShell(read: ReadShell): void {
  current = read
}

/** The page that the forum's pages stand in now; undefined before there is one. */
export const readShell: ReadShell = () => current()
