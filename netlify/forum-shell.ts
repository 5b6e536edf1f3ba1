import type { BuiltShell } from '#src/contract/forum-shell.ts'

/** Defined when functions are packed, after the build that made it; not defined in the source. */
declare const FORUM_SHELL: BuiltShell | null

type ReadShell = () => Promise<BuiltShell | undefined>

const packed: ReadShell = async () => (typeof FORUM_SHELL === 'undefined' ? undefined : (FORUM_SHELL ?? undefined))

let current = packed

/** For the local server, whose site changes while it runs. */
export function provideShell(read: ReadShell): void {
  current = read
}

/** The page that the forum's pages are rendered into; undefined before there is one. */
export const readShell: ReadShell = () => current()
