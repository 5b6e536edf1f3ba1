import { fileURLToPath } from 'node:url'

/** The folder of this project, with a slash at its end. */
export const PROJECT = fileURLToPath(new URL('../..', import.meta.url))
