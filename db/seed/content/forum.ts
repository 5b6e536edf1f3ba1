import { conditionTopics } from './forum-condition.ts'
import { lubricationTopics } from './forum-lubrication.ts'
import { methodTopics } from './forum-methods.ts'
import type { TopicPlan } from './forum-plan.ts'
import { planningTopics } from './forum-planning.ts'
import { repairTopics } from './forum-repairs.ts'
import { workshopTopics } from './forum-workshops.ts'

/** The discussions of the demo: invented members about true trouble. */
export const forumTopics: readonly TopicPlan[] = [
  ...conditionTopics,
  ...lubricationTopics,
  ...planningTopics,
  ...methodTopics,
  ...repairTopics,
  ...workshopTopics,
]
