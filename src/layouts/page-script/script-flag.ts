import { flags } from './root.ts'

/** Tells the styles that scripts run: controls that need one appear, words for those without one leave. */
flags.js = ''
