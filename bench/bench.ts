import { cpus } from 'node:os'
import { isPartName, type PartName, parts } from './parts.ts'
import { print } from './table.ts'

const NAMES = Object.keys(parts).filter(isPartName)
const USAGE = `Use: npm run bench -- [--large] [${NAMES.join('] [')}]`

/** `npm run bench`: each figure beside its reference, both from this run. What is slow never fails it; what is broken does. */
async function bench(words: readonly string[]): Promise<boolean> {
  const isLarge = words.includes('--large')
  const chosen = words.filter((word) => word !== '--large')
  const names = chosen.filter(isPartName)
  if (names.length < chosen.length) {
    console.error(USAGE)
    return false
  }
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, ${new Date().toISOString()}`)
  const broken: PartName[] = []
  for (const name of names.length > 0 ? NAMES.filter((one) => names.includes(one)) : NAMES) {
    if (!(await run(name, isLarge))) broken.push(name)
  }
  if (broken.length > 0) console.error(`\nBroken: ${broken.join(', ')}`)
  return broken.length === 0
}

async function run(name: PartName, isLarge: boolean): Promise<boolean> {
  const { title, measure } = parts[name]
  const started = performance.now()
  console.error(`\nMeasuring: ${name} …`)
  try {
    print(title, await measure({ isLarge }))
    console.error(`\n${name} took ${((performance.now() - started) / 1000).toFixed(0)} s`)
    return true
  } catch (cause) {
    console.error(`\n${name} is broken:\n`, cause)
    return false
  }
}

process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143))
process.exit((await bench(process.argv.slice(2))) ? 0 : 1)
