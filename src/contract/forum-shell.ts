import { z } from 'zod'

/** The page that the build makes as the forum's shell. */
export const SHELL_PAGE = 'forum-shell'
/** Where a finished site keeps it. It is no longer a page and is not served. */
export const SHELL_FILE = '_forum-shell.json'

const builtShell = z.strictObject({
  html: z.string().min(1),
  /** The policy of its scripts and styles, as a header; null while developing, where there is none. */
  policy: z.string().min(1).nullable(),
})

/**
 * The built page that every page of the forum is rendered into, with marks for the parts that differ. (decision 0036)
 */
export type BuiltShell = z.output<typeof builtShell>

/** Reads what the build has written; null for anything else. */
export function parseBuiltShell(written: unknown): BuiltShell | null {
  return builtShell.safeParse(written).data ?? null
}
