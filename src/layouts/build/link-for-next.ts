import { constants, setPriority } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { linkForNext } from './ahead.ts'

/**
 * The program that a build on a local disk leaves behind: it makes the links for the next one, once this one is public and whoever publishes has
 * nothing to wait for. If it ends early, the next build makes its links itself.
 */
setPriority(constants.priority.PRIORITY_LOW)
await setTimeout(1_000)
linkForNext()
