import { Hono } from 'hono'
import type { ApiEnv } from '../context.ts'
import { agendaTemplateRoutes } from './agenda-templates.ts'
import { auditLogRoutes } from './audit-log.ts'
import { banRoutes } from './bans.ts'
import { buildRetryRoutes, buildRoutes } from './builds.ts'
import { checkRoundRoutes, checkRoutes } from './checks.ts'
import { dashboardRoutes } from './dashboard.ts'
import { emergencyRoutes } from './emergency.ts'
import { calendarRoutes, eventMoveRoutes } from './event-calendar.ts'
import { eventAgendaRoutes, eventTeamRoutes, eventVendorRoutes } from './event-parts.ts'
import { eventTaskRoutes, taskFileRoutes, vendorTaskRoutes } from './event-tasks.ts'
import { eventTimelineRoutes } from './event-timeline.ts'
import { deletedEventRoutes, eventHistoryRoutes, eventPreviewRoutes, eventRoutes, eventSetupRoutes } from './events.ts'
import { forumCategoryRoutes, forumPostRoutes, forumTopicRoutes } from './forum.ts'
import { locationRoutes } from './locations.ts'
import { deliveryRoutes, logisticsBoardRoutes, logisticsPersonRoutes, logisticsTestRoutes } from './logistics.ts'
import { mailDnsRoutes, mailRoundTripRoutes } from './mail-round-trips.ts'
import { eventMailRuleRoutes, mailRuleRoutes } from './mail-rules.ts'
import { mailRoutes } from './mails.ts'
import { adminOrderRoutes, pickupRoutes } from './orders.ts'
import { overviewRoutes } from './overview.ts'
import { reportPromotionRoutes, reportRoutes } from './reports.ts'
import { mealRoutes, runSheetRoutes } from './run-sheet.ts'
import { securityRoutes } from './security.ts'
import { siteModeChangeRoutes, siteModeRoutes } from './site-mode.ts'
import { suppressionRoutes } from './suppressions.ts'
import { taskTemplateRoutes } from './task-templates.ts'
import { teamRoutes } from './team.ts'
import { userRoleRoutes, userRoutes, userStatusRoutes } from './users.ts'
import { vendorInviteRoutes } from './vendor-invites.ts'
import { vendorActivityRoutes, vendorProposalRoutes } from './vendor-proposals.ts'
import { vendorRoutes } from './vendors.ts'
import { feedbackRoutes, wishRoutes } from './wishes.ts'

/** All reads and writes of the admin area. One line for each noun. */
export const adminApi = new Hono<ApiEnv>()
  .route('/api/admin/builds', buildRoutes)
  .route('/api/admin/builds', buildRetryRoutes)
  .route('/api/admin/checks', checkRoutes)
  .route('/api/admin/checks', checkRoundRoutes)
  .route('/api/admin/dashboard', dashboardRoutes)
  .route('/api/admin/overview', overviewRoutes)
  .route('/api/admin/emergency', emergencyRoutes)
  .route('/api/admin/calendar', calendarRoutes)
  .route('/api/admin/events', eventMoveRoutes)
  .route('/api/admin/events/deleted', deletedEventRoutes)
  .route('/api/admin/events', eventRoutes)
  .route('/api/admin/events', eventHistoryRoutes)
  .route('/api/admin/events', eventVendorRoutes)
  .route('/api/admin/events', eventTeamRoutes)
  .route('/api/admin/events', eventAgendaRoutes)
  .route('/api/admin/events', eventPreviewRoutes)
  .route('/api/admin/events', eventTaskRoutes)
  .route('/api/admin/events', eventMailRuleRoutes)
  .route('/api/admin/events', eventTimelineRoutes)
  .route('/api/admin/events', logisticsBoardRoutes)
  .route('/api/admin/events', logisticsPersonRoutes)
  .route('/api/admin/events', deliveryRoutes)
  .route('/api/admin/events', mealRoutes)
  .route('/api/admin/events', runSheetRoutes)
  .route('/api/admin/events', pickupRoutes)
  .route('/api/admin/orders', adminOrderRoutes)
  .route('/api/admin/event-setup', eventSetupRoutes)
  .route('/api/admin/vendors', vendorRoutes)
  .route('/api/admin/vendor-invites', vendorInviteRoutes)
  .route('/api/admin/vendor-proposals', vendorProposalRoutes)
  .route('/api/admin/vendor-activity', vendorActivityRoutes)
  .route('/api/admin/team', teamRoutes)
  .route('/api/admin/locations', locationRoutes)
  .route('/api/admin/agenda-templates', agendaTemplateRoutes)
  .route('/api/admin/task-templates', taskTemplateRoutes)
  .route('/api/admin/vendor-tasks', vendorTaskRoutes)
  .route('/api/admin/task-files', taskFileRoutes)
  .route('/api/admin/site-mode', siteModeRoutes)
  .route('/api/admin/site-mode', siteModeChangeRoutes)
  .route('/api/admin/audit-log', auditLogRoutes)
  .route('/api/admin/mails', mailRoutes)
  .route('/api/admin/logistics-mails', logisticsTestRoutes)
  .route('/api/admin/mail-rules', mailRuleRoutes)
  .route('/api/admin/suppressions', suppressionRoutes)
  .route('/api/admin/mail-round-trips', mailRoundTripRoutes)
  .route('/api/admin/mail-dns', mailDnsRoutes)
  .route('/api/admin/users', userRoutes)
  .route('/api/admin/users', userStatusRoutes)
  .route('/api/admin/users', userRoleRoutes)
  .route('/api/admin/bans', banRoutes)
  .route('/api/admin/security', securityRoutes)
  .route('/api/admin/reports', reportRoutes)
  .route('/api/admin/reports', reportPromotionRoutes)
  .route('/api/admin/wishes', wishRoutes)
  .route('/api/admin/feedback', feedbackRoutes)
  .route('/api/admin/forum', forumPostRoutes)
  .route('/api/admin/forum', forumCategoryRoutes)
  .route('/api/admin/forum/topics', forumTopicRoutes)

/** For `hc<AdminApi>` from `hono/client`. */
export type AdminApi = typeof adminApi
