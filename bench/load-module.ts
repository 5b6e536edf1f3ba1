/** Runs as a process of its own: loads one module and prints the milliseconds that took. */
import { pathToFileURL } from 'node:url'

const address = pathToFileURL(process.argv[2] ?? '').href
const started = performance.now()
await import(address)
const took = performance.now() - started
process.stdout.write(`${took}\n`, () => process.exit(0))
