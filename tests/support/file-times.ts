import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/** A reporter that leaves how long each file took, its imports and hooks included, where `FILE_TIMES` says. */
export default class FileTimes implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const { FILE_TIMES: path } = process.env
    const times = modules.map((module) => {
      const { collectDuration, setupDuration, prepareDuration, duration } = module.diagnostic()
      const seconds = (collectDuration + setupDuration + prepareDuration + duration) / 1000
      return { file: module.relativeModuleId, seconds }
    })
    if (path) writeFileSync(path, JSON.stringify(times))
  }
}
