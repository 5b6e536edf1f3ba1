/**
 * Everything a public page runs by itself. It is in the head of every page, so its size is limited to 2 kB (2,048 bytes).
 * A part that fails must not stop the others, so each only adds listeners. Their order matters to nothing but the bytes of a
 * compressed page: it is the one in which the home page is smallest.
 */
import './script-flag.ts'
import './logos.ts'
import './page-view.ts'
import './phases.ts'
