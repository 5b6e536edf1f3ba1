/**
 * Everything a public page runs by itself. It is in the head of every page, so its size is limited to 2.1 kB.
 * A part that fails must not stop the others, so each only adds listeners.
 */
import './script-flag.ts'
import './phases.ts'
import './logos.ts'
import './page-view.ts'
import './letter.ts'
