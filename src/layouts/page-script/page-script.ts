/**
 * Everything a public page runs by itself. It stands in the head of every page, so it is weighed: 2 kB in all.
 * A part that fails must not stop the others, so each only adds listeners.
 */
import './script-flag.ts'
import './phases.ts'
import './logos.ts'
import './page-view.ts'
import './letter.ts'
